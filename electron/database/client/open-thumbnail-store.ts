import path from 'node:path';
import type { ThumbnailStore } from '../../core/thumbnails/thumbnail-store.ts';
import type { Report } from './database-contract.ts';
import { openThread } from './open-thread.ts';
import type { ThumbnailTable } from '../worker/thumbnail-table.ts';

/** Opens or creates the store in `folder`, in its own thread. `workerFile`: the built `thumbnail-worker.cjs`. */
export function openThumbnailStore(folder: string, workerFile: string | URL, report: Report): ThumbnailStore {
  const opening = openThread({
    workerFile,
    job: () => ({ kind: 'thumbnails', file: path.join(folder, 'thumbnails.sqlite') }),
    report,
    watch: { stopped: ({ message }) => report(`The thread of the thumbnails ended: ${message}`), restarted: () => undefined },
  });
  opening.catch((error: unknown) => report(`Thumbnails are not kept: ${String(error)}`));

  /** `otherwise`: the answer if the thread gives none. */
  async function ask<M extends keyof ThumbnailTable, T>(otherwise: T, method: M, ...args: Parameters<ThumbnailTable[M]>): Promise<ReturnType<ThumbnailTable[M]> | T> {
    try {
      const { call } = await opening;
      return (await call(method, args)) as ReturnType<ThumbnailTable[M]>;
    } catch {
      return otherwise;
    }
  }
  const done = async <M extends keyof ThumbnailTable>(method: M, ...args: Parameters<ThumbnailTable[M]>): Promise<boolean> => (await ask(false, method, ...args)) !== false;

  return {
    read: (id) => ask({ state: 'none' } as const, 'read', id),
    look: (ids) => ask([], 'look', ids),
    write: (id, thumbnail, colours, hash) => done('write', id, thumbnail, colours, hash),
    markBroken: (id, reason) => done('markBroken', id, reason),
    forget: (id) => done('forget', id),
    walked: () => ask(null, 'walked'),
    setWalked: (newest) => done('setWalked', newest),
    async vacuum() {
      while (await ask(false, 'vacuum'));
    },
    async close() {
      await opening.then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}
