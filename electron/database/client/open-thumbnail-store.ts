import path from 'node:path';
import type { ImageId } from '../../../shared/task.ts';
import type { Found, StoredLook, ThumbnailStore } from '../../core/thumbnails/thumbnail-store.ts';
import type { Report } from './database-contract.ts';
import { openThread } from './open-thread.ts';
import type { ThumbnailMethod } from '../worker/thumbnail-table.ts';

/** Opens or creates the store in `folder`, in its own thread. `workerFile`: the built `thumbnail-worker.cjs`. */
export function openThumbnailStore(folder: string, workerFile: string | URL, report: Report): ThumbnailStore {
  const opening = openThread({
    workerFile,
    job: () => ({ kind: 'thumbnails', file: path.join(folder, 'thumbnails.sqlite') }),
    report,
    watch: { stopped: ({ message }) => report(`The thread of the thumbnails ended: ${message}`), restarted: () => undefined },
  });
  opening.catch((error: unknown) => report(`Thumbnails are not kept: ${String(error)}`));

  async function ask<T>(otherwise: T, method: ThumbnailMethod, ...args: readonly unknown[]): Promise<T> {
    try {
      const { call } = await opening;
      return (await call(method, args)) as T;
    } catch {
      return otherwise;
    }
  }
  const done = (method: ThumbnailMethod, ...args: readonly unknown[]): Promise<boolean> => ask<unknown>(false, method, ...args).then((answer) => answer !== false);

  return {
    read: (id) => ask<Found>({ state: 'none' }, 'read', id),
    look: (ids) => ask<readonly StoredLook[]>([], 'look', ids),
    write: (id, thumbnail, colours, hash) => done('write', id, thumbnail, colours, hash),
    markBroken: (id, reason) => done('markBroken', id, reason),
    forget: (id) => done('forget', id),
    walked: () => ask<ImageId | null>(null, 'walked'),
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
