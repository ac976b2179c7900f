import path from 'node:path';
import type { ThumbnailStore } from '../../core/thumbnails/thumbnail-store.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { Report } from './database-contract.ts';
import { openThread } from './open-thread.ts';
import type { ThumbnailCalls } from '../worker/thumbnail-table.ts';

export interface OpenThumbnailStore extends ThumbnailStore {
  /**
   * Thumbnails that are there already, in the order of the ids; null for one that is missing. Empty if none can be read. May be called before the history
   * is open.
   */
  peek(ids: readonly ImageId[]): Promise<readonly (Uint8Array | null)[]>;
}

/** Opens or creates the store in `folder`, in its own thread. `workerFile`: the built `thumbnail-worker.cjs`. */
export function openThumbnailStore(folder: string, workerFile: string | URL, report: Report): OpenThumbnailStore {
  const opening = openThread({
    workerFile,
    job: () => ({ kind: 'thumbnails', file: path.join(folder, 'thumbnails.sqlite') }),
    report,
    watch: { stopped: ({ message }) => report(`The thread of the thumbnails ended: ${message}`), restarted: () => undefined },
  });
  opening.catch((error: unknown) => report(`Thumbnails are not kept: ${String(error)}`));

  /** `otherwise`: the answer if the thread gives none. */
  async function ask<M extends keyof ThumbnailCalls, T>(otherwise: T, method: M, ...args: Parameters<ThumbnailCalls[M]>): Promise<ReturnType<ThumbnailCalls[M]> | T> {
    try {
      const { call } = await opening;
      return (await call(method, args)) as ReturnType<ThumbnailCalls[M]>;
    } catch {
      return otherwise;
    }
  }
  const done = async <M extends keyof ThumbnailCalls>(method: M, ...args: Parameters<ThumbnailCalls[M]>): Promise<boolean> => (await ask(false, method, ...args)) !== false;

  const vacuum = async (): Promise<void> => {
    while (await ask(false, 'vacuum'));
  };

  return {
    peek: (ids) => ask([], 'peek', ids),
    read: (id) => ask({ state: 'none' } as const, 'read', id),
    look: (ids) => ask([], 'look', ids),
    write: (id, thumbnail, colours, hash) => done('write', id, thumbnail, colours, hash),
    markBroken: (id, reason) => done('markBroken', id, reason),
    forget: (id) => done('forget', id),
    walked: () => ask(null, 'walked'),
    setWalked: (newest) => done('setWalked', newest),
    vacuum,
    async clear() {
      let left: boolean | null;
      do left = await ask(null, 'clear');
      while (left);
      if (left === null) return false;
      await vacuum();
      return done('emptyLog');
    },
    async close() {
      await opening.then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}
