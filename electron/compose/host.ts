import type { ChangeBatch } from '../../shared/ipc/api.ts';
import type { Opened } from '../../shared/links/open-request.ts';
import type { Settings } from '../../shared/settings.ts';
import type { UpdateWay } from '../../shared/updates/update-state.ts';
import type { WindowsState } from '../../shared/windows/window-states.ts';
import type { WordKey, Words } from '../../shared/words/index.ts';
import type { Spoken } from '../../shared/words/languages.ts';
import type { EarlyWords } from '../../shared/words/early-words.ts';
import type { Secrets } from '../core/accounts/key-vault.ts';
import type { Speech } from '../core/language/main-language.ts';
import type { AppLog } from '../core/log/app-log.ts';
import type { Discard } from '../core/library/marks/empty-trash.ts';
import type { Decoder } from '../core/thumbnails/decoder-process.ts';
import type { Admission } from '../core/engine/submission/admission.ts';
import type { Feed } from '../core/updates/signed-feed.ts';
import type { Installer } from '../core/updates/update-memory.ts';
import type { Clock } from '../core/util/clock.ts';
import type { CommandInstaller } from '../handlers/command-port.ts';
import type { Desktop } from '../handlers/desktop-port.ts';
import type { Windows } from '../handlers/windows-port.ts';
import type { Save } from '../platform/stores/json-store.ts';
import type { ViewMemoryFile } from '../platform/stores/view-memory-file.ts';

/** What a host can say at once, before it is ready. Electron needs half a second for the rest. */
export interface EarlyHost {
  /** What is said before the rest of the code is there. */
  readonly earlyWords: EarlyWords;
  /** Latent's own. */
  readonly version: string;
  /** Versions of the app and of the system, for the log and for diagnostics. */
  versions(): Readonly<Record<string, string>>;
  /** The user-data folder, absolute. The host has seen to it that no other process uses it. */
  readonly userData: string;
  readonly logFolder: string;
  readonly appLog: AppLog;
  readonly clock: Clock;
  /** The key that was in the environment. */
  readonly environmentKey: string | null;
  /** Absolute path of a built file, such as `database-worker.cjs`. */
  built(file: string): string;
  /** The person's folder for pictures. Latent's own is in it, unless another was chosen. */
  picturesFolder(): string;
  /** Replaces a small file whole, or throws. */
  readonly save: Save;
  /** Sends changes to whoever shows them. Nobody need be there. */
  send(changes: ChangeBatch): void;
  readonly viewMemory: Pick<ViewMemoryFile, 'set' | 'repair'>;
  /** Absent: this Latent sends its own tasks, and nobody else's. */
  readonly worker?: WorkerPart;
}

/** What a worker of a queue shares with others (docs/workers.md). */
export interface WorkerPart {
  /** Twelve hex digits, the same in every run. Workers write into one library side by side, each with a journal of its own, and take in nothing that others put there. */
  readonly journal: string;
  /** The library folder, absolute. Null: that of the profile. */
  readonly library: string | null;
  /** Whether nobody else writes into the library, which is to become one with those of other workers. Then its file names are of this worker alone. */
  readonly namesOfItsOwn: boolean;
  readonly admission: Admission;
}

/** The program around Latent's parts. Electron's is electron/hosts/electron/electron-host.ts, plain Node's is electron/hosts/node/node-host.ts. */
export interface Host extends EarlyHost {
  /** What main speaks. */
  readonly language: HostLanguage;
  /** False only where this computer certainly has no network. */
  isOnline(): boolean;
  /** Encrypts keys at rest. */
  readonly secrets: Secrets;
  /** The system's answer for a URL, as proxy scripts write it: `PROXY a:8080; DIRECT`. */
  systemProxy(url: string): Promise<string>;
  setTheme(theme: Settings['theme']): void;
  onBattery(): boolean;
  /** Keeps the computer from going to sleep by itself, until the function that it returns is called. */
  keepAwake(): () => void;
  /** Calls `busy` whenever the person types or clicks, until the function that it returns is called. */
  watchActivity(busy: () => void): () => void;
  /** Null: this build has no feed, or the host is not an installed app. */
  readonly updates: HostUpdates | null;
  /** The program that runs the command line with this profile, and its first arguments. Null: this copy of Latent has none that stays where it is. */
  readonly command: readonly string[] | null;
  /** What only a host with a window has. Without it, pictures have no thumbnails, and what needs the person fails with `needs-window`. */
  readonly window: HostWindow | null;
}

export interface HostLanguage extends Speech<WordKey> {
  set(setting: Settings['language']): Promise<void>;
  /** Calls `changed` whenever something else is spoken. */
  onChange(changed: (spoken: Spoken) => void): void;
}

/** What is told and replaced when there is a newer Latent. */
export interface HostUpdates {
  readonly feed: Feed;
  readonly way: UpdateWay;
  /** Which file of a feed replaces this copy of Latent, such as `linux-x64-appimage`. */
  readonly target: string;
  /** Loads the code that replaces it. */
  installer(): Promise<Installer>;
  /** Whether Latent can start again by itself once it is installed: not where only the installer could start it, which would open another profile. */
  readonly restarts: boolean;
  /** Ends Latent as a person does who quits. */
  quit(): void;
  /** Called once, before anything of the start can fail: `install` is to be called last at each end. */
  atEnd(install: InstallUpdate): void;
}

/**
 * Replaces the app by what is ready, if everything else is closed. Never rejects. `failed`: Latent has crashed, or its start failed; then only within the first minute,
 * because nothing else mends such a version. Resolves to what was done. `start-again`: the host is to start Latent; `replaced`: nobody may, because an installer may be at
 * work, or starts it itself.
 */
export type InstallUpdate = (isClosed: boolean, how: 'quit' | 'failed') => Promise<'nothing' | 'replaced' | 'start-again'>;

export interface HostWindow {
  /** `isBackground`: nobody waits for its pictures. */
  decoder(options: { readonly clock: Clock; readonly sideBySide: number; readonly isBackground: boolean }): Decoder;
  /** Makes a PDF of an HTML file. Rejects with the signal's reason if it is aborted. */
  printPdf(htmlFile: string, signal: AbortSignal): Promise<Uint8Array>;
  desktop(decoder: Decoder, words: Words): HostDesktop;
  /** The folder with the notices of Electron and Chromium. Null: there are none. */
  readonly engineLicences: string | null;
  /** The file with the notices of the command's Node and what is beside it. Null: this copy of Latent has none of its own. */
  readonly commandLicences: string | null;
  readonly commandInstaller: CommandInstaller;
  /** What other programs asked to open since it was taken last. */
  takeOpened(): Promise<Opened>;
  windows(deps: { readonly words: Words; readonly changed: (state: WindowsState) => void; readonly failed: (reason: unknown) => void }): Windows;
}

export type HostDesktop = Desktop & { readonly discard: Discard };
