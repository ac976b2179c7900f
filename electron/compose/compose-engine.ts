import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Words } from '../../shared/words/index.ts';
import { createImageDownloads } from '../core/library/download-to-library.ts';
import { createJournaledDownloads } from '../core/library/journaled-downloads.ts';
import { logEngineEvents } from '../core/engine/log-engine-events.ts';
import type { Admission } from '../core/engine/submission/admission.ts';
import { createTaskEngine, type TaskEngine } from '../core/engine/task-engine.ts';
import { createAwake } from '../core/util/awake.ts';
import { createAttachReferences } from '../core/references/attach-references.ts';
import { createBatchFeed } from '../handlers/batch-feed.ts';
import { createLibraryNotices } from '../handlers/library-notices.ts';
import type { AccountParts } from './compose-accounts.ts';
import type { PictureParts } from './compose-pictures.ts';
import type { Host } from './host.ts';
import type { DatabaseParts, EarlyParts } from './start-early.ts';

export interface EngineInput
  extends
    Pick<DatabaseParts, 'repository'>,
    Pick<AccountParts, 'accounts' | 'prices' | 'client' | 'pictureHttp'>,
    Pick<PictureParts, 'lease' | 'journal' | 'files' | 'references' | 'thumbnails' | 'added'> {
  readonly words: Words;
}

/** In a worker's profile. Its tasks are sent with the permission of the queue alone, and so by nobody but the worker: not by an app or a command that opens the profile. */
export const workerFile = 'worker.json';

function admissionOf({ worker, userData }: Host): { readonly admission?: Admission } {
  if (worker !== undefined) return { admission: worker.admission };
  if (!existsSync(path.join(userData, workerFile))) return {};
  return { admission: (_id, signal) => new Promise((resolve) => (signal.aborted ? resolve('closing') : signal.addEventListener('abort', () => resolve('closing'), { once: true }))) };
}

/** The task engine, with downloads that hold the library's lease and write its journal. */
export function composeEngine(host: Host, { stores, changes, noticeBoard, folders }: EarlyParts, input: EngineInput): TaskEngine {
  const { clock } = host;
  const { repository, accounts, prices, client, pictureHttp, lease, journal, files, references, thumbnails, added, words } = input;
  const batches = createBatchFeed({ clock, repository, publish: (found) => changes.publish({ kind: 'batches', batches: found }) });
  const imageDownloads = createImageDownloads({ http: pictureHttp, library: folders, clock, writer: host.worker?.namesOfItsOwn === true ? host.worker.journal.slice(0, 6) : '' });
  const awake = createAwake(host.keepAwake);
  return createTaskEngine({
    clock,
    random: Math.random,
    repository,
    client: {
      ...client,
      submit(...request) {
        const submission = client.submit(...request);
        // The connection stays open until then. It never rejects.
        void awake.during(submission.late);
        return submission;
      },
    },
    downloads: createJournaledDownloads({ downloads: { download: (request) => awake.during(imageDownloads.download(request)) }, journal, lease, library: folders, repository }),
    accounts,
    prices,
    budget: (accountId) => accounts.options(accountId).budget,
    ...admissionOf(host),
    attach: createAttachReferences({ store: references, field: (accountId) => accounts.options(accountId).references }),
    repeats: (accountId) => accounts.options(accountId).repeats,
    events: logEngineEvents(host.appLog.log, {
      taskChanged(task) {
        changes.publish({ kind: 'task', task });
        prices.learn(task.task);
        if (task.task.batchId !== null) batches.progressed(task.task.batchId);
        const { status } = task.task.state;
        if (status === 'submitting' || status === 'processing') thumbnails.expect();
      },
      batchChanged: batches.changed,
      imagePlaced(id, file, saved) {
        files.placed(id, file, saved);
        thumbnails.placed(id, saved);
      },
      imageKept(image) {
        changes.publish({ kind: 'image-kept', image, savedAt: image.state.status === 'kept' ? image.state.file.savedAt : clock.now() });
        added([image.id]);
      },
      notice: createLibraryNotices({ put: noticeBoard.put, folders, lease, words }),
    }),
    isOnline: host.isOnline,
    settings: () => stores.settings.get(),
  });
}
