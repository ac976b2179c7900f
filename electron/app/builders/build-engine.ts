import { net } from 'electron';
import type { ImageId } from '../../../shared/task.ts';
import type { AccountBook } from '../../core/accounts/account-book.ts';
import { createImageDownloads } from '../../core/downloads/download-to-library.ts';
import { createJournaledDownloads } from '../../core/downloads/journaled-downloads.ts';
import type { EngineEvents } from '../../core/engine/task-events.ts';
import { createTaskEngine, type TaskEngine } from '../../core/engine/task-engine.ts';
import { logEngineEvents } from '../../core/engine/log-engine-events.ts';
import type { AttachReferences } from '../../core/engine/submission/attached-references.ts';
import type { PriceBook } from '../../core/money/price-book.ts';
import { createBatchFeed } from '../../ipc/batch-feed.ts';
import { createLibraryNotices } from '../../ipc/library-notices.ts';
import type { NoticeBoard } from '../../ipc/notice-board.ts';
import type { AppContext } from './app-context.ts';
import type { DatabaseParts } from './build-database.ts';
import type { LibraryParts } from './build-library.ts';
import type { NetworkParts } from './build-network.ts';

export interface EngineInput extends Pick<DatabaseParts, 'repository'>, Pick<NetworkParts, 'http' | 'client'> {
  readonly library: LibraryParts;
  readonly accounts: AccountBook;
  readonly prices: PriceBook;
  readonly attach: AttachReferences;
  readonly noticeBoard: NoticeBoard;
  /** Called, often, while pictures may come soon. */
  readonly expectPictures: () => void;
  readonly placed: NonNullable<EngineEvents['imagePlaced']>;
  /** Called when a picture is in the library. */
  readonly kept: (id: ImageId) => void;
}

/** The task engine, with downloads that hold the library's lease and write its journal. */
export function buildEngine(context: AppContext, { repository, http, client, library, accounts, prices, attach, noticeBoard, expectPictures, placed, kept }: EngineInput): TaskEngine {
  const { clock, log, changes, stores, words } = context;
  const { folders, lease, journal } = library;
  const batches = createBatchFeed({ clock, repository, publish: (found) => changes.publish({ kind: 'batches', batches: found }) });
  return createTaskEngine({
    clock,
    random: Math.random,
    repository,
    client,
    downloads: createJournaledDownloads({ downloads: createImageDownloads({ http, library: folders, clock }), journal, lease, library: folders, repository }),
    accounts,
    prices,
    budget: (accountId) => accounts.options(accountId).budget,
    attach,
    repeats: (accountId) => accounts.options(accountId).repeats,
    events: logEngineEvents(log, {
      taskChanged(task) {
        changes.publish({ kind: 'task', task });
        prices.learn(task.task);
        if (task.task.batchId !== null) batches.progressed(task.task.batchId);
        const { status } = task.task.state;
        if (status === 'submitting' || status === 'processing') expectPictures();
      },
      batchChanged: batches.changed,
      imagePlaced: placed,
      imageKept(image) {
        changes.publish({ kind: 'image-kept', image, savedAt: image.state.status === 'kept' ? image.state.file.savedAt : clock.now() });
        kept(image.id);
      },
      notice: createLibraryNotices({ put: noticeBoard.put, folders, lease, words }),
    }),
    isOnline: () => net.isOnline(),
    settings: () => stores.settings.get(),
  });
}
