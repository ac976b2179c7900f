import { homedir, hostname, release } from 'node:os';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import type { ViewMemory } from '../../../shared/windows/view-memory.ts';
import { compose, type Composed } from '../../compose/compose.ts';
import type { Host, HostWindow } from '../../compose/host.ts';
import type { Secrets } from '../../core/accounts/key-vault.ts';
import { openAppLog } from '../../core/log/app-log.ts';
import { createSystemClock } from '../../core/util/system-clock.ts';
import { releaseInstanceLock, takeInstanceLock } from '../../platform/process/instance-lock.ts';
import { chromiumsOwner } from '../../platform/process/single-instance.ts';
import { saveWhole } from '../../platform/stores/json-store.ts';
import { openViewMemoryFile } from '../../platform/stores/view-memory-file.ts';

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
  /** What somebody else has for a window, such as a browser. Otherwise there is none. */
  readonly window?: HostWindow;
}

export interface ComposedOnNode extends Composed {
  /** How the window was left, which its page begins with. */
  readonly view: () => ViewMemory;
}

/** Milliseconds to wait for another process that only looks at the profile. */
const lockPatience = 2_000;

/**
 * Latent in plain Node, from version 24 on, and by itself without a window. Whoever calls it also starts and closes it. Rejects with `profile-in-use` if another
 * process runs on the profile, or another computer may, and otherwise as `compose` does.
 */
export async function composeOnNode({ userData, built, version, environmentKey, picturesFolder = path.join(homedir(), 'Pictures'), send = () => undefined, window }: NodeOptions): Promise<ComposedOnNode> {
  if (takeInstanceLock(userData, lockPatience) === 'theirs') throw new AppFailure('profile-in-use', userData);
  // A lock does not reach another computer on every network disk, and two engines would send a queued task twice.
  const owner = chromiumsOwner(userData);
  if (owner !== null && owner !== hostname()) {
    releaseInstanceLock(userData);
    throw new AppFailure('profile-in-use', owner);
  }
  const logFolder = path.join(userData, 'logs');
  const appLog = openAppLog(logFolder, process.stderr);
  const viewMemory = openViewMemoryFile(userData);
  const host: Host = {
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
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    isOnline: () => true,
    secrets: noSecrets,
    systemProxy: () => Promise.resolve('DIRECT'),
    setTheme: () => undefined,
    onBattery: () => false,
    watchActivity: () => () => undefined,
    updates: null,
    window: window ?? null,
  };
  const composed = await compose(host);
  return {
    ...composed,
    view: viewMemory.get,
    async close() {
      const open = await composed.close();
      await Promise.all([appLog.flush(), viewMemory.flush()]);
      // What did not close may still write, so the lock then stays until the process ends.
      if (open.length === 0) releaseInstanceLock(userData);
      return open;
    },
  };
}

/** Nothing protects a key here, so keys are kept for the session, or unprotected if the person says so. Those that Electron encrypted cannot be read. */
const noSecrets: Secrets = {
  protects: () => Promise.resolve(false),
  encrypt: () => Promise.reject(new AppFailure('no-keyring')),
  decrypt: () => Promise.reject(new AppFailure('no-keyring')),
  decryptAgain: () => Promise.reject(new AppFailure('no-keyring')),
};
