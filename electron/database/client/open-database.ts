import { AppFailure } from '../../../shared/errors.ts';
import { failureDetails } from '../sqlite/database-failures.ts';
import type { Slow } from '../sqlite/slow-log.ts';
import type { Database, Report, Safety, Stores } from './database-contract.ts';
import { callsOf, openThread, type ThreadOptions } from './open-thread.ts';
import { runJob, type RunningJob } from './run-job.ts';

export interface DatabaseOptions {
  /** Absolute path. Its folder is created if it does not exist. */
  readonly file: string;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  /** What to recover from. Without it, a damaged file is refused. */
  readonly safety?: Safety;
  /** Called for rows that could not be read and were left out. */
  readonly report?: Report;
  readonly slow?: Slow;
  readonly watch?: ThreadOptions['watch'];
  /** Times the restarts of a thread that keeps dying. */
  readonly clock?: ThreadOptions['clock'];
}

/**
 * Opens the database in its own thread, so that no query blocks the main process.
 *
 * Rejects with AppFailure `disk-full`, or `database-failed` with the detail `newer-schema`, `older-schema`, `not-ours`, `corrupt: …`,
 * `library folder does not answer: …` or SQLite's words; a newer or foreign file is not touched. With `safety`, a damaged or missing history is
 * rebuilt first, and `recovery` says from what. Calls are answered in their order. A thread that dies is replaced (`open-thread.ts`). The next one
 * neither rebuilds nor creates the file, because other connections have it open; a missing file is reported to `watch` as `missing: …`.
 */
export async function openDatabase({ file, workerFile, safety, report = () => undefined, slow, watch, clock }: DatabaseOptions): Promise<Database> {
  const thread = await openThread({
    workerFile,
    job: (restarts) => ({ kind: 'serve', file, safety: restarts === 0 ? (safety ?? null) : null, mustExist: restarts > 0 }),
    report,
    slow,
    watch,
    clock,
  });
  let check: RunningJob | null = null;
  let closed = false;
  return {
    ...(callsOf(thread) as unknown as Stores),
    recovery: thread.recovery,
    async integrity() {
      if (closed) throw new AppFailure('database-failed', failureDetails.closed);
      const own = (check ??= runJob(workerFile, { kind: 'check', file }));
      const answer = await own.answer;
      if (check === own) check = null;
      if (answer.kind === 'failed') throw new AppFailure(answer.error.code, answer.error.detail);
      return answer.faults;
    },
    async close() {
      closed = true;
      await Promise.all([check?.terminate(), thread.close()]);
    },
  };
}
