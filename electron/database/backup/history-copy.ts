import { rm } from 'node:fs/promises';
import { AppFailure } from '../../../shared/errors.ts';
import type { Clock } from '../../core/util/clock.ts';
import { runJob, type RunningJob } from '../client/run-job.ts';
import { listBackups } from './backups.ts';

export interface HistoryCopiesOptions {
  /** The database. */
  readonly file: string;
  /** Only these copies are in it. Absolute. */
  readonly folder: string;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  readonly clock: Pick<Clock, 'now'>;
}

/** Copies of the history for whoever keeps them elsewhere. They take no backup's place. */
export interface HistoryCopies {
  /** Makes a consistent copy, checks it, and resolves to its absolute path. The one before is removed. Rejects with `database-failed`. */
  make(): Promise<string>;
  close(): Promise<void>;
}

export function createHistoryCopies({ file, folder, workerFile, clock }: HistoryCopiesOptions): HistoryCopies {
  let underWay: RunningJob | null = null;
  return {
    async make() {
      await rm(folder, { recursive: true, force: true });
      underWay = runJob(workerFile, { kind: 'back-up', file, folder, now: clock.now() });
      const answer = await underWay.answer;
      await underWay.ended;
      underWay = null;
      const [copy] = listBackups(folder);
      if (answer.kind === 'failed') throw new AppFailure(answer.error.code, answer.error.detail);
      if (copy === undefined) throw new AppFailure('database-failed', 'no copy was made');
      return copy;
    },
    async close() {
      await underWay?.terminate();
    },
  };
}
