import { Worker } from 'node:worker_threads';
import type { Found, StoredLook, ThumbnailStore, Walked } from '../../core/thumbnails/thumbnail-store.ts';
import { createThreadCalls, type Answered, type ThreadCalls } from '../thread-calls.ts';
import type { ThumbnailTable } from './thumbnail-table.ts';

/** Threads that may end by themselves before the store goes on without one. */
const mostThreads = 3;

/** Opens the store in `folder`, or makes it there, in a thread of its own. `workerFile`: the built `thumbnail-worker.cjs`. */
export function openThumbnailStore(folder: string, workerFile: string | URL): ThumbnailStore {
  let started = 0;
  let closed = false;
  let thread: ThreadCalls | null = start();

  function start(): ThreadCalls | null {
    if (closed || started === mostThreads) return null;
    started += 1;
    try {
      const worker = new Worker(workerFile, { workerData: folder });
      const calls = createThreadCalls(worker);
      worker.on('message', (message: Answered) => calls.answered(message));
      // The thread ends after an error, which is told by its exit.
      worker.on('error', () => undefined);
      void calls.exited.then(() => {
        if (thread === calls) thread = start();
      });
      return calls;
    } catch {
      return null;
    }
  }

  async function ask<T>(otherwise: T, method: keyof ThumbnailTable, ...args: readonly unknown[]): Promise<T> {
    try {
      return thread === null ? otherwise : ((await thread.call(method, args)) as T);
    } catch {
      return otherwise;
    }
  }
  const done = (method: keyof ThumbnailTable, ...args: readonly unknown[]): Promise<boolean> => ask<unknown>(false, method, ...args).then((answer) => answer !== false);

  return {
    read: (id) => ask<Found>({ state: 'none' }, 'read', id),
    look: (ids) => ask<readonly StoredLook[]>([], 'look', ids),
    write: (id, thumbnail, colours) => done('write', id, thumbnail, colours),
    markBroken: (id, reason) => done('markBroken', id, reason),
    forget: (id) => done('forget', id),
    walked: () => ask<Walked | null>(null, 'walked'),
    setWalked: (walked) => done('setWalked', walked),
    async vacuum() {
      while (await ask(false, 'vacuum'));
    },
    async close() {
      closed = true;
      const open = thread;
      thread = null;
      await open?.close();
    },
  };
}
