import { Worker } from 'node:worker_threads';
import { AppFailure } from '../../shared/errors.ts';
import type { Recovery, Report } from './contract.ts';
import type { FromThread, Job } from './messages.ts';
import { createThreadCalls } from './thread-calls.ts';

export interface ThreadOptions<Method extends string> {
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly job: Job;
  readonly methods: Readonly<Record<Method, true>>;
  readonly report: Report;
  /** Once it resolves the thread is told that it may open the file; without it, nobody needs to tell. */
  readonly there?: Promise<unknown>;
}

export interface OpenThread<Method extends string> {
  readonly calls: Readonly<Record<Method, (...args: readonly unknown[]) => Promise<unknown>>>;
  readonly recovery: Recovery | null;
  close(): Promise<void>;
}

/**
 * Starts a thread that owns a connection; resolves when it is open. Rejects with what it says, with `database-failed` when it ends before, and
 * when `there` does.
 */
export function openThread<Method extends string>({ workerFile, job, methods, report, there }: ThreadOptions<Method>): Promise<OpenThread<Method>> {
  const worker = new Worker(workerFile, { workerData: job });
  const thread = createThreadCalls(worker);
  const calls = Object.fromEntries(Object.keys(methods).map((method) => [method, (...args: readonly unknown[]) => thread.call(method, args)])) as OpenThread<Method>['calls'];

  return new Promise((resolve, reject) => {
    there?.then(
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
    worker.on('message', (message: FromThread) => {
      switch (message.kind) {
        case 'opened':
          resolve({ calls, recovery: message.recovery, close: thread.close });
          break;
        case 'not-opened':
          reject(new AppFailure(message.error.code, message.error.detail));
          break;
        case 'report':
          report(message.message);
          break;
        default:
          thread.answered(message);
      }
    });
    // A thread that ends before it said anything.
    void thread.exited.then(reject);
  });
}
