import type { AccountBook } from '../core/accounts/account-book.ts';
import type { AccountTasks } from '../core/accounts/remove-account.ts';
import type { LibraryFolders } from '../core/library/library-folders.ts';
import type { Marker } from '../core/marks/marker.ts';
import type { PictureExporter } from '../core/export/picture-exporter.ts';
import type { Rescan } from '../core/rescan/rescan.ts';
import type { Importer } from '../core/import/importer.ts';
import type { Trash } from '../core/marks/trash.ts';
import type { MissingSearch } from '../core/rescan/missing-search.ts';
import type { ServiceClient, TaskEngine } from '../core/service/outcomes.ts';
import type { ThumbnailMaker } from '../core/thumbnails/thumbnail-maker.ts';
import type { LibraryViews } from '../core/library/library-views.ts';
import type { TaskHistory } from '../core/engine/task-history.ts';
import type { TaskReader } from '../core/engine/task-store.ts';
import type { PictureStore } from '../core/library/picture-store.ts';
import type { SavedSearchStore } from '../core/library/saved-search-store.ts';
import type { MarkStore } from '../core/marks/mark-store.ts';
import type { Secrets } from '../core/accounts/secrets.ts';
import type { DiagnosticsInput } from '../core/diagnostics/diagnostics.ts';
import type { Notice, Snapshot } from '../../shared/ipc/api.ts';
import type { ProxyPasswordChange, ProxyPasswordState, ProxySetting } from '../../shared/proxy.ts';
import type { Settings } from '../../shared/settings.ts';
import type { ImageId } from '../../shared/task.ts';
import type { ViewMemory } from '../../shared/view-memory.ts';
import type { Words } from '../../shared/words/index.ts';
import type { ChangeFeed } from './changes.ts';

/** What the handlers work with; the composition root builds it. */
export interface Services {
  readonly repository: TaskReader & TaskHistory & PictureStore & MarkStore & SavedSearchStore;
  readonly views: LibraryViews;
  readonly engine: TaskEngine;
  readonly accounts: AccountBook;
  readonly accountTasks: AccountTasks;
  readonly secrets: Secrets;
  readonly client: ServiceClient;
  readonly folders: LibraryFolders;
  readonly missingSearch: MissingSearch;
  readonly marker: Marker;
  readonly trash: Trash;
  readonly importer: Importer;
  readonly rescan: Pick<Rescan, 'changed'>;
  readonly exporter: PictureExporter;
  readonly changes: ChangeFeed;
  readonly settings: { get(): Settings; set(settings: Settings): void };
  readonly viewMemory: { set(view: ViewMemory): void };
  readonly proxy: ProxyAccess;
  readonly environmentKey: EnvironmentKey;
  readonly notices: () => readonly Notice[];
  readonly about: Pick<Snapshot, 'version' | 'platform' | 'locale'>;
  readonly desktop: Desktop;
  readonly thumbnails: ThumbnailMaker;
  readonly words: Words;
  readonly diagnostics: DiagnosticsSources;
}

/** What diagnostics are made of that no other service tells. */
export interface DiagnosticsSources {
  readonly versions: DiagnosticsInput['versions'];
  readonly home: string;
  logs(): Promise<DiagnosticsInput['logs']>;
  /** Reads the whole database. */
  databaseFaults(): Promise<readonly string[]>;
  /** Takes out every key that is kept or was used. */
  redact(): Promise<DiagnosticsInput['redact']>;
}

/** The proxy's setting and password together; the password goes in and never out. */
export interface ProxyAccess {
  set(setting: ProxySetting, change: ProxyPasswordChange): Promise<void>;
  passwordState(): Promise<ProxyPasswordState>;
}

/** SERVICE_API_KEY, offered once. */
export interface EnvironmentKey {
  /** Last four characters while it should be offered, else null. */
  offer(): Snapshot['environmentKey'];
  /** The key, while it is offered. */
  value(): string | null;
  settle(): void;
}

/** What the operating system does for a person. The adapters are in electron/platform. */
export interface Desktop {
  /** Null when the dialog was closed. `startingAt` null: where the system's dialog was last. `title`: the library folder's where there is none. */
  chooseFolder(startingAt: string | null, title?: string): Promise<string | null>;
  /** Files or folders that pictures are to be brought from; empty when the dialog was closed. */
  chooseToImport(what: 'folder' | 'pictures'): Promise<readonly string[]>;
  /** `title`: of the dialog; a picture's where there is none. */
  chooseSaveFile(suggestedName: string, title?: string): Promise<string | null>;
  /** Whether the key that ends so may go to that origin; asked by main itself, for a page can say anything. */
  confirmKeyAddress(origin: string, lastFour: string): Promise<boolean>;
  /** Main asks this itself, because a page alone must not delete what was paid for. */
  confirmEmptyTrash(): Promise<boolean>;
  /** Asked by main itself: an address that a page stored could carry away what the page knows. */
  confirmOpenPage(address: string): Promise<boolean>;
  /** Opens a web page in the person's browser. False: the system opened none. */
  openPage(address: string): Promise<boolean>;
  copyText(text: string): Promise<void>;
  reveal(file: string): void;
  /** Starts a drag of files out of the window. `colours`: `coloursLength` bytes of the first picture. */
  startDrag(files: readonly string[], colours: Uint8Array): void;
  openFolder(folder: string): Promise<void>;
  /** False when the picture cannot be decoded. */
  copyPicture(id: ImageId): Promise<boolean>;
}
