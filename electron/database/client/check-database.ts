import { AppFailure } from '../../../shared/errors.ts';
import { failureDetails } from '../sqlite/database-failures.ts';
import type { FromCheck } from './thread-messages.ts';
import { runJob, type RunningJob } from './run-job.ts';

export interface DatabaseCheck {
  /** The faults of the file; empty if it is sound. A call during a check shares its result. */
  faults(): Promise<readonly string[]>;
  /** Ends a check that is under way; it rejects. */
  close(): Promise<void>;
}

/** Checks the database on request, in its own thread. */
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
