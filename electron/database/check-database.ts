import { AppFailure } from '../../shared/errors.ts';
import { failureDetails } from './failures.ts';
import type { FromCheck } from './messages.ts';
import { runJob, type RunningJob } from './run-job.ts';

export interface DatabaseCheck {
  /** What is wrong with the file; empty: it is sound. Whoever asks while a check is under way gets its result. */
  faults(): Promise<readonly string[]>;
  /** Ends a check that is under way; it rejects. */
  close(): Promise<void>;
}

/** Checks the database in a thread of its own, on request. */
export function checkDatabase(file: string, workerFile: string | URL): DatabaseCheck {
  let job: RunningJob<FromCheck> | null = null;
  let closed = false;
  return {
    async faults() {
      if (closed) throw new AppFailure('database-failed', failureDetails.closed);
      const own = (job ??= runJob<FromCheck>(workerFile, { kind: 'check', file }));
      const answer = await own.answer;
      if (job === own) job = null;
      if (answer.kind === 'failed') throw new AppFailure(answer.error.code, answer.error.detail);
      return answer.faults;
    },
    async close() {
      closed = true;
      await job?.terminate();
    },
  };
}
