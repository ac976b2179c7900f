import { homedir, hostname, release } from 'node:os';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import type { ViewMemory } from '../../../shared/windows/view-memory.ts';
import { compose, type Composed } from '../../compose/compose.ts';
import { earlyWordsFor } from '../../../shared/words/early-words.ts';
import { wordsFor } from '../../../shared/words/index.ts';
import type { Host, HostWindow, WorkerPart } from '../../compose/host.ts';
import { openAppLog } from '../../core/log/app-log.ts';
import type { Log } from '../../core/log/log.ts';
import { createSystemClock } from '../../core/util/system-clock.ts';
import { releaseInstanceLock, takeInstanceLock, windowIsWaiting } from '../../platform/process/instance-lock.ts';
import { chromiumsOwner } from '../../platform/process/single-instance.ts';
import { saveWhole } from '../../platform/stores/json-store.ts';
import { openViewMemoryFile } from '../../platform/stores/view-memory-file.ts';
import { createKeyringSecrets } from './keyring-secrets.ts';

export interface NodeOptions {
  /** The user-data folder, absolute. */
  readonly userData: string;
  /** Absolute path of a built file, such as `database-worker.cjs`. */
  readonly built: (file: string) => string;
  /** Latent's own. */
  readonly version: string;
  /** See `takeEnvironmentKey`. */
  readonly environmentKey: string | null;
  readonly picturesFolder?: string;
  /** Hears of all changes, as the window does. */
  readonly send?: (changes: ChangeBatch) => void;
  readonly worker?: WorkerPart;
  /** What somebody else has for a window, such as a browser. Otherwise there is none. */
  readonly window?: HostWindow;
  /** Milliseconds to wait for another process that only looks at the profile. They stop this process. */
  readonly lockPatience?: number;
}

export interface ComposedOnNode extends Composed {
  /** How the window was left, which its page begins with. */
  readonly view: () => ViewMemory;
  readonly log: Log;
}

/**
 * Latent in plain Node, from version 24 on, and by itself without a window. Whoever calls it also starts and closes it. Rejects with `profile-in-use` and the
 * profile's folder if another process runs on it, or an app waits for it; with `profile-in-use` and a computer's name if that one may run on it; and otherwise as `compose` does.
 */
export async function composeOnNode(options: NodeOptions): Promise<ComposedOnNode> {
  const { userData, built, version, environmentKey, picturesFolder = path.join(homedir(), 'Pictures'), send = () => undefined, worker, window, lockPatience = 2_000 } = options;
  if (windowIsWaiting(userData) || takeInstanceLock(userData, lockPatience) === 'theirs') throw new AppFailure('profile-in-use', userData);
  // A lock does not reach another computer on every network disk, and two engines would send a queued task twice.
  const owner = chromiumsOwner(userData);
  if (owner !== null && owner !== hostname()) {
    releaseInstanceLock(userData);
    throw new AppFailure('profile-in-use', owner);
  }
  const logFolder = path.join(userData, 'logs');
  const appLog = openAppLog(logFolder, process.stderr);
  const viewMemory = openViewMemoryFile(userData);
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  const host: Host = {
    earlyWords: earlyWordsFor(locale),
    version,
    versions: () => ({ latent: version, node: process.versions.node, system: `${process.platform} ${release()} ${process.arch}` }),
    userData,
    logFolder,
    appLog,
    clock: createSystemClock(),
    environmentKey,
    built,
    picturesFolder: () => picturesFolder,
    save: saveWhole,
    send,
    viewMemory,
    // Scripts read what a command prints, so it stays English.
    language: { words: wordsFor(locale), spoken: () => ({ language: 'en', locale }), set: async () => undefined, onChange: () => undefined },
    isOnline: () => true,
    secrets: createKeyringSecrets(),
    systemProxy: () => Promise.resolve('DIRECT'),
    setTheme: () => undefined,
    onBattery: () => false,
    keepAwake: () => () => undefined,
    watchActivity: () => () => undefined,
    updates: null,
    command: [process.execPath, built('latent.cjs'), '--profile', userData],
    window: window ?? null,
    ...(worker && { worker }),
  };
  const composed = await compose(host);
  return {
    ...composed,
    view: viewMemory.get,
    log: appLog.log,
    async close() {
      const open = await composed.close();
      await Promise.all([appLog.flush(), viewMemory.flush()]);
      // What did not close may still write, so the lock then stays until the process ends.
      if (open.length === 0) releaseInstanceLock(userData);
      return open;
    },
  };
}
