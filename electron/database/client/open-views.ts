import type { LibraryViews } from '../../core/library/stores/library-views.ts';
import type { Report } from './database-contract.ts';
import type { Job } from './thread-messages.ts';
import { callsOf, openThread, type ThreadOptions } from './open-thread.ts';
import type { Slow } from '../sqlite/slow-log.ts';

export interface ViewsOptions {
  readonly file: string;
  /** Resolves once the database exists in the latest version; the thread starts meanwhile. If omitted, the database already exists. */
  readonly there?: Promise<unknown>;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly report?: Report;
  readonly slow?: Slow;
  readonly watch?: ThreadOptions['watch'];
}

/** View numbers reserved for each thread, so that a token of a dead thread never names a view of its successor. */
const tokensOfAThread = 2 ** 32;

/** Opens a second, read-only connection in its own thread. Rejects as `openDatabase` does, or when `there` rejects. */
export async function openViews({ file, there = Promise.resolve(), workerFile, report = () => undefined, slow, watch }: ViewsOptions): Promise<LibraryViews> {
  const job = (restarts: number): Job => ({ kind: 'read', file, firstToken: restarts * tokensOfAThread + 1 });
  const thread = await openThread({ workerFile, job, report, slow, watch, there });
  return { ...(callsOf(thread) as unknown as LibraryViews), close: thread.close };
}
