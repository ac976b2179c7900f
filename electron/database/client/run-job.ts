import { Worker } from 'node:worker_threads';
import type { JobAnswer, SingleJob } from './thread-messages.ts';

export interface RunningJob {
  /** Never rejects. If the thread cannot be started or ends without an answer, this resolves to a failure. */
  readonly answer: Promise<JobAnswer>;
  /** Resolves when the thread is gone, after the answer. */
  readonly ended: Promise<void>;
  terminate(): Promise<void>;
}

/** Starts a thread that does one job and answers once. Never throws. */
export function runJob(workerFile: string | URL, job: SingleJob): RunningJob {
  const answer = Promise.withResolvers<JobAnswer>();
  const ended = Promise.withResolvers<void>();
  const fail = (detail: string): void => answer.resolve({ kind: 'failed', error: { code: 'database-failed', detail } });
  const worker = startedWorker(workerFile, job);
  if (worker instanceof Worker) {
    worker.once('message', answer.resolve);
    worker.on('error', (error) => fail(String(error)));
    worker.once('exit', (code) => {
      fail(`the thread ended with code ${code}`);
      ended.resolve();
    });
  } else {
    fail(String(worker.error));
    ended.resolve();
  }
  return {
    answer: answer.promise,
    ended: ended.promise,
    async terminate() {
      if (worker instanceof Worker) await worker.terminate();
    },
  };
}

/** The constructor throws if the system cannot start another thread. */
function startedWorker(workerFile: string | URL, workerData: SingleJob): Worker | { readonly error: unknown } {
  try {
    return new Worker(workerFile, { workerData });
  } catch (error) {
    return { error };
  }
}
