import type { LibraryViews } from '../core/ports.ts';
import type { Report } from './contract.ts';
import type { Job } from './messages.ts';
import { openThread, type ThreadOptions } from './open-thread.ts';
import type { ViewMethod } from './views/views.ts';

export interface ViewsOptions {
  readonly file: string;
  /** Resolves once the database is there, in the latest version; the thread starts meanwhile. Without it, it is there. */
  readonly there?: Promise<unknown>;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly report?: Report;
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

/** Views of one thread: a token of a thread that died never names a view of the next one. */
const tokensOfAThread = 2 ** 32;

/** Opens a second connection, in a thread of its own, that only reads. Rejects as `openDatabase` does, and when `there` does. */
export async function openViews({ file, there = Promise.resolve(), workerFile, report = () => undefined, watch }: ViewsOptions): Promise<LibraryViews> {
  const job = (restarts: number): Job => ({ kind: 'read', file, firstToken: restarts * tokensOfAThread + 1 });
  const { calls, close } = await openThread({ workerFile, job, methods, report, watch, there });
  return { ...calls, close } as LibraryViews;
}
