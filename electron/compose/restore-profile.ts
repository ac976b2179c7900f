import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import type { MirrorSetting } from '../../shared/mirror/mirror-setting.ts';
import { mirrorSecretId, type RestoredState } from '../../shared/mirror/mirror-state.ts';
import { createBoundSecret } from '../core/accounts/bound-secret.ts';
import { marksFileName, marksFilePath } from '../core/library/marks/marks-file.ts';
import { createMirrorAccess } from '../core/mirror/mirror-access.ts';
import { mirrorFailure } from '../core/mirror/mirror-failure.ts';
import { restoreMirror } from '../core/mirror/restore.ts';
import { writeFailure } from '../core/util/whole-file.ts';
import { backupFile } from '../database/backup/backups.ts';
import { hasHistory } from '../database/backup/empty-history.ts';
import { openKeysFile } from '../platform/stores/keys-file.ts';
import { composeNetwork } from './compose-network.ts';
import type { Host } from './host.ts';
import { openBucket } from './open-bucket.ts';
import { composeFolders, openStores } from './start-early.ts';

export type RestoreHost = Pick<Host, 'userData' | 'save' | 'appLog' | 'versions' | 'picturesFolder' | 'secrets' | 'systemProxy' | 'clock'>;

export interface RestoreWanted {
  /** Null: the bucket of the profile's settings. */
  readonly setting: MirrorSetting | null;
  /** Null: the secret that the profile keeps for it. */
  readonly secret: string | null;
  readonly sessionToken: string | null;
  /** The profile that was mirrored. Null: there is only one. */
  readonly from: string | null;
  /** Absolute path of the library folder. Null: that of the settings. */
  readonly library: string | null;
  readonly signal: AbortSignal;
  readonly changed: (state: RestoredState) => void;
}

/**
 * Brings a mirrored library back into a profile that no engine has open; the caller has its lock. A profile without a history gets that of the mirror as its newest backup, so that the next start
 * rebuilds the history as after a loss: a task that was not sent when it was copied is then of unknown outcome, because it may have been sent since. A profile with a history gets back what its
 * library lacks. Rejects as `restoreMirror` and `MirrorAccess.bucket` do.
 */
export async function restoreProfile(host: RestoreHost, { setting, secret, sessionToken, from, library, signal, changed }: RestoreWanted): Promise<RestoredState & { readonly library: string; readonly hadHistory: boolean }> {
  const { userData, appLog, secrets, clock } = host;
  const { redactor } = appLog;
  const stores = openStores(host);
  const keys = openKeysFile(userData);
  const access = createMirrorAccess({
    setting: () => stores.settings.get().mirror,
    save: () => undefined,
    secret: createBoundSecret(mirrorSecretId, (address) => address, secrets, keys, redactor.learnKey),
    learned: redactor.learnKey,
  });
  const bucket = await access.bucket(setting, secret, sessionToken);
  const folders = composeFolders(stores, host.picturesFolder);
  const inUserData = (...names: string[]): string => path.join(userData, ...names);
  const aside = inUserData('quarantine', new Date(clock.now()).toISOString().replace(/[:.]/g, '-'));
  const backups = inUserData('backups');
  const hadHistory = hasHistory(inUserData('latent.db'), [backups, inUserData('latent.db.accepted')], aside);
  const current = folders.root();
  const root = library ?? current;
  if (hadHistory && root !== current) throw new AppFailure('mirror-other-library', current);
  const folderOf = (index: number): string => (index === 0 ? root : hadHistory ? (folders.roots()[index] ?? `${root} ${index + 1}`) : `${root} ${index + 1}`);
  // That of an empty history would say that no picture has any mark.
  if (!hadHistory) setMarksAside(root, marksFileName(hostname(), userData), aside);
  try {
    const state = await restoreMirror({
      store: await openBucket(bucket, composeNetwork(host, { stores, keys }).openHttp(), clock),
      prefix: bucket.setting.prefix,
      signal,
      from,
      library: folderOf,
      profileFiles: hadHistory ? null : (name, at) => (name === 'latent.db' ? backupFile(backups, at) : inUserData(path.basename(name))),
      begins(roots) {
        if (hadHistory) return;
        // Before the history is there, so that Latent never looks for its pictures elsewhere.
        const former = roots.filter((index) => index > 0).map(folderOf);
        stores.viewState.set({ ...stores.viewState.get(), libraryFolder: library ?? stores.settings.get().libraryFolder, formerLibraryFolders: [...new Set([...former, ...stores.viewState.get().formerLibraryFolders])] });
        if (library !== null) stores.settings.set({ ...stores.settings.get(), libraryFolder: library });
      },
      changed,
    });
    return { ...state, library: root, hadHistory };
  } catch (error) {
    throw writeFailure(mirrorFailure(error), root);
  }
}

function setMarksAside(root: string, name: string, aside: string): void {
  const file = marksFilePath(root, name);
  if (!existsSync(file)) return;
  mkdirSync(aside, { recursive: true });
  renameSync(file, path.join(aside, name));
}
