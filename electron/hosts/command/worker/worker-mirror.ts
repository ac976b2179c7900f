import { AppFailure } from '../../../../shared/errors.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import type { TaskId } from '../../../../shared/task.ts';
import type { Access } from '../access.ts';
import { wantedBucket, type BucketOptions } from '../mirror-bucket.ts';
import { UsageFault } from '../usage-fault.ts';

/** Copies a worker's library to a bucket, and knows of which tasks the pictures are there. */
export interface WorkerMirror {
  /** Whether the pictures of a task are in the bucket. If not, the next run brings them there. */
  has(id: TaskId): boolean;
  /** It need not be known any more. */
  forget(id: TaskId): void;
  /** Tasks whose pictures are not there yet. */
  missing(): number;
  /** Copies what is new. Resolves to the tasks whose pictures are there now. Rejects with what is wrong with the bucket or the connection. */
  run(): Promise<readonly TaskId[]>;
}

/** Throws UsageFault or AppFailure if the bucket cannot be used: then no task is taken. */
export async function openWorkerMirror(say: CommandWords, access: Pick<Access, 'call'>, options: BucketOptions): Promise<WorkerMirror> {
  const { settings } = await access.call('app:snapshot', undefined);
  const bucket = wantedBucket(say, options, settings.mirror);
  if (bucket.mirror !== null && bucket.secret === null) throw new UsageFault(say('command.usage.no-secret'));
  await access.call('programs:mirrored', bucket);
  const wanted = new Set<TaskId>();
  const there = new Set<TaskId>();
  return {
    has(id) {
      if (!there.has(id)) wanted.add(id);
      return there.has(id);
    },
    forget: (id) => void there.delete(id),
    missing: () => wanted.size,
    async run() {
      const ids = [...wanted];
      if (ids.length === 0) return [];
      const { phase, error, leftOut } = await access.call('programs:mirror', { ...bucket, check: false });
      if (error !== null) throw new AppFailure(error.code, error.detail);
      // What was left out is tried again.
      if (phase !== 'done' || leftOut > 0) return [];
      for (const id of ids) {
        wanted.delete(id);
        there.add(id);
      }
      return ids;
    },
  };
}
