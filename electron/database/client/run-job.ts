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
  const end = (detail: string): void => {
    answer.resolve({ kind: 'failed', error: { code: 'database-failed', detail } });
    ended.resolve();
  };
  let worker: Worker | null = null;
  try {
    worker = new Worker(workerFile, { workerData: job });
    worker.once('message', answer.resolve);
    worker.on('error', (error) => answer.resolve({ kind: 'failed', error: { code: 'database-failed', detail: String(error) } }));
    worker.once('exit', (code) => end(`the thread ended with code ${code}`));
  } catch (error) {
    // The system cannot start another thread.
    end(String(error));
  }
  return {
    answer: answer.promise,
    ended: ended.promise,
    async terminate() {
      await worker?.terminate();
    },
  };
}
