import type { LibraryViews } from '../../core/ports.ts';
import type { Report } from './database-contract.ts';
import type { Job } from './thread-messages.ts';
import { openThread, type ThreadOptions } from './open-thread.ts';
import type { Slow } from '../worker/slow-log.ts';
import type { ViewMethod } from '../views/views.ts';

export interface ViewsOptions {
  readonly file: string;
  /** Resolves once the database exists in the latest version; the thread starts meanwhile. If omitted, the database already exists. */
  readonly there?: Promise<unknown>;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly report?: Report;
  readonly slow?: Slow;
  readonly watch?: ThreadOptions<ViewMethod>['watch'];
}

const methods: Readonly<Record<ViewMethod, true>> = {
  openGallery: true,
  openHistory: true,
  ready: true,
  pictures: true,
  tasks: true,
  locatePicture: true,
  locateTask: true,
  atTime: true,
  pictureIds: true,
  taskRows: true,
  tasksOfRows: true,
  tags: true,
  inTrash: true,
};

/** View numbers reserved for each thread, so that a token of a dead thread never names a view of its successor. */
const tokensOfAThread = 2 ** 32;

/** Opens a second, read-only connection in its own thread. Rejects as `openDatabase` does, or when `there` rejects. */
export async function openViews({ file, there = Promise.resolve(), workerFile, report = () => undefined, slow, watch }: ViewsOptions): Promise<LibraryViews> {
  const job = (restarts: number): Job => ({ kind: 'read', file, firstToken: restarts * tokensOfAThread + 1 });
  const { calls, close } = await openThread({ workerFile, job, methods, report, slow, watch, there });
  return { ...calls, close } as LibraryViews;
}
