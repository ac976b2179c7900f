import { Worker } from 'node:worker_threads';
import { AppFailure } from '../../shared/errors.ts';
import type { LibraryViews } from '../core/ports.ts';
import type { Report } from './contract.ts';
import type { FromReader, Job } from './messages.ts';
import { createThreadCalls } from './thread-calls.ts';
import type { ViewMethod } from './views/views.ts';

export interface ViewsOptions {
  readonly file: string;
  /** Resolves once the database is there, in the latest version; the thread starts meanwhile. Without it, it is there. */
  readonly there?: Promise<unknown>;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly report?: Report;
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
};

/** Opens a second connection, in a thread of its own, that only reads. Rejects as `openDatabase` does, and when `there` does. */
export function openViews({ file, there = Promise.resolve(), workerFile, report = () => undefined }: ViewsOptions): Promise<LibraryViews> {
  const job: Job = { kind: 'read', file };
  const worker = new Worker(workerFile, { workerData: job });
  const thread = createThreadCalls(worker);
  const calls = Object.fromEntries(Object.keys(methods).map((method) => [method, (...args: readonly unknown[]) => thread.call(method, args)]));
  const views = { ...calls, close: thread.close } as LibraryViews;

  return new Promise((resolve, reject) => {
    there.then(
      () => worker.postMessage('open'),
      (error: AppFailure) => {
        reject(error);
        void worker.terminate();
      },
    );
    worker.on('error', (error) => {
      const failure = new AppFailure('database-failed', String(error), { cause: error });
      thread.end(failure);
      reject(failure);
    });
    worker.on('message', (message: FromReader) => {
      switch (message.kind) {
        case 'reading':
          resolve(views);
          break;
        case 'not-reading':
          reject(new AppFailure(message.error.code, message.error.detail));
          break;
        case 'report':
          report(message.message);
          break;
        default:
          thread.answered(message);
      }
    });
    void thread.exited.then(reject);
  });
}
