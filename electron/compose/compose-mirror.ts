import { hostname } from 'node:os';
import path from 'node:path';
import { mirrorSecretId } from '../../shared/mirror/mirror-state.ts';
import type { Settings } from '../../shared/settings.ts';
import { createBoundSecret } from '../core/accounts/bound-secret.ts';
import type { Http } from '../core/http/http-client.ts';
import { profileName } from '../core/library/marks/marks-file.ts';
import { errorFacts } from '../core/log/log.ts';
import { createMirrorAccess } from '../core/mirror/mirror-access.ts';
import { openMirror } from '../core/mirror/mirror.ts';
import { createHistoryCopies } from '../database/backup/history-copy.ts';
import type { Host } from './host.ts';
import { openBucket } from './open-bucket.ts';
import type { DatabaseParts, EarlyParts } from './start-early.ts';

export interface MirrorInput extends Pick<DatabaseParts, 'marksCopies'> {
  readonly settings: { get(): Settings; set(settings: Settings): void };
  readonly http: Http;
}

/** The library in a bucket. */
export async function composeMirror({ userData, built, clock, secrets, appLog, worker }: Host, { folders, changes, keys }: EarlyParts, { marksCopies, settings, http }: MirrorInput) {
  const { log, redactor } = appLog;
  const history = path.join(userData, 'latent.db');
  const folder = path.join(userData, 'mirror');
  const copies = createHistoryCopies({ file: history, folder: path.join(folder, 'history'), workerFile: built('database-worker.cjs'), clock });
  const mirrorAccess = createMirrorAccess({
    setting: () => settings.get().mirror,
    save: (mirror) => settings.set({ ...settings.get(), mirror }),
    secret: createBoundSecret(mirrorSecretId, (address) => address, secrets, keys, redactor.learnKey),
    learned: redactor.learnKey,
  });
  const mirror = await openMirror({
    clock,
    folder,
    roots: folders.roots,
    profile: profileName(hostname(), userData),
    computer: hostname(),
    // A worker's history is in its journal and in the queue. It grows all the time, and each copy would stay.
    copyHistory:
      worker === undefined
        ? async () => {
            await marksCopies.copy();
            return copies.make();
          }
        : null,
    records: worker === undefined ? { 'latent.db.accepted': `${history}.accepted` } : {},
    open: (bucket) => openBucket(bucket, http, clock),
    changed: (mirroring) => changes.publish({ kind: 'mirroring', mirroring }),
    failed: (error) => log.error('library', 'the library could not be mirrored', errorFacts(error)),
  });
  return {
    mirror,
    mirrorAccess,
    async closeMirror(): Promise<void> {
      const closed = mirror.close();
      await copies.close();
      await closed;
    },
  };
}
