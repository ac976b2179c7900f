import { AppFailure } from '../../../../shared/errors.ts';
import type { BatchId, Task, TaskId } from '../../../../shared/task.ts';
import { backoff, type Random } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import { createSequencer } from '../../util/sequencer.ts';
import type { EngineEvents } from '../task-events.ts';
import type { Batch } from '../../../../shared/batch.ts';
import type { BatchStore } from '../batch-store.ts';
import type { TaskStore } from '../task-store.ts';

/** Milliseconds until the window says that the database does not answer. Usually it is back by then. */
const patience = 5_000;

export interface NewTaskWriterDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly repository: Pick<TaskStore, 'insertTasks' | 'task'> & Pick<BatchStore, 'beginBatch' | 'finishBatch' | 'hasBatch' | 'dropUnfinishedBatch'>;
  readonly events: Pick<EngineEvents, 'notice'>;
  readonly isKnown: (id: TaskId) => boolean;
  /** Called for each new task once it is on disk. */
  readonly take: (task: Task) => void;
  /** Aborted when the app quits. */
  readonly closing: AbortSignal;
}

/** Tasks in one write of a batch. A write of these takes some 20 ms, and ids that are accepted meanwhile wait no longer. */
const slice = 100;

/** Both resolve to the ids that are new. They reject if the disk refuses and it is certain that nothing was created. */
export interface NewTaskWriter {
  add(tasks: readonly Task[]): Promise<readonly TaskId[]>;
  /** All tasks or none. */
  addBatch(batch: Batch, tasks: readonly Task[]): Promise<readonly TaskId[]>;
  /** Resolves when the batch with this task is written or has failed. Undefined if none is being written. */
  batchWith(id: TaskId): Promise<void> | undefined;
}

/**
 * Writes new tasks.
 *
 * The database's thread may die between a commit and its answer. Then the insert fails, or says that nothing is new, although the tasks are
 * on disk and will be sent at the next start. So nobody is told that a submission failed before the database says that it is not there. If
 * that takes long, a notice says that nothing is sent meanwhile.
 */
export function createNewTaskWriter({ clock, random, repository, events, isKnown, take, closing }: NewTaskWriterDeps): NewTaskWriter {
  /** Repeats a read until the database answers. Once the app quits, it never resolves. */
  const untilAnswered = async <T>(read: () => Promise<T>, failed: (error: unknown) => void): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await read();
      } catch (error) {
        failed(error);
        await new Promise<void>((resolve) => void (closing.aborted || clock.after(backoff(failures, random), resolve)));
      }
    }
  };

  const insert = async (tasks: readonly Task[], failed: (error: unknown) => void): Promise<readonly TaskId[]> => {
    let failure: unknown = null;
    const inserted = await repository.insertTasks(tasks).catch((error: unknown) => {
      failure = error;
      failed(error);
      return [] as readonly TaskId[];
    });
    const added: TaskId[] = [];
    const add = (task: Task): void => {
      if (isKnown(task.id)) return;
      take(task);
      added.push(task.id);
    };
    for (const task of tasks) if (inserted.includes(task.id)) add(task);
    for (const task of tasks) {
      if (isKnown(task.id)) continue;
      const stored = await untilAnswered(() => repository.task(task.id), failed);
      if (stored === null && failure !== null) throw failure;
      // A task that was submitted elsewhere begins as `processing`. One in another state is a replay of an earlier task.
      const status = stored?.task.state.status;
      if (status === 'queued' || status === 'processing') add(task);
    }
    return added;
  };

  /** Removes a failed batch now, because History would show its tasks until the next start. */
  const dropBatch = async (id: BatchId): Promise<void> => {
    try {
      while (await repository.dropUnfinishedBatch(id));
    } catch {
      // The next start removes the rest.
    }
  };

  /** A batch that is not finished does not exist, so only the last write counts. The next start removes what a failed one left. */
  const insertBatch = async (batch: Batch, tasks: readonly Task[], failed: (error: unknown) => void): Promise<readonly TaskId[]> => {
    const fresh = tasks.filter(({ id }) => !isKnown(id));
    const inserted = new Set<TaskId>();
    if (await untilAnswered(() => repository.hasBatch(batch.id), failed)) return [];
    try {
      await repository.beginBatch(batch);
      for (let at = 0; at < fresh.length; at += slice) {
        for (const id of await repository.insertTasks(fresh.slice(at, at + slice))) inserted.add(id);
      }
      await repository.finishBatch(batch.id);
    } catch (error) {
      failed(error);
      if (!(await untilAnswered(() => repository.hasBatch(batch.id), failed))) {
        void dropBatch(batch.id);
        throw error;
      }
    }
    // One that was not inserted is an earlier task, whatever became of it, unless a write was repeated.
    const isOfBatch = async (id: TaskId): Promise<boolean> => (await untilAnswered(() => repository.task(id), failed))?.task.batchId === batch.id;
    const added: Task[] = [];
    for (const task of fresh) if (inserted.has(task.id) || (await isOfBatch(task.id))) added.push(task);
    added.forEach(take);
    return added.map(({ id }) => id);
  };

  const batchWrites = createSequencer();
  const beingWritten = new Map<TaskId, Promise<void>>();
  /** Remembers for each task of a batch that it is being written. */
  const whileWritten = async <T>(tasks: readonly Task[], written: Promise<T>): Promise<T> => {
    const end = written.then(
      () => undefined,
      () => undefined,
    );
    for (const { id } of tasks) beingWritten.set(id, end);
    try {
      return await written;
    } finally {
      for (const { id } of tasks) if (beingWritten.get(id) === end) beingWritten.delete(id);
    }
  };

  const noticing = async <T>(write: (failed: (error: unknown) => void) => Promise<T>): Promise<T> => {
    let reason = 'no answer';
    let isShown = false;
    const show = (): void => {
      isShown = true;
      events.notice('history-stopped', reason);
    };
    const failed = (error: unknown): void => {
      reason = error instanceof AppFailure ? (error.appError.detail ?? error.appError.code) : String(error);
      if (isShown) show();
    };
    const cancel = clock.after(patience, show);
    try {
      return await write(failed);
    } finally {
      cancel();
      if (isShown) events.notice('history-stopped', null);
    }
  };

  return {
    add: (tasks) => noticing((failed) => insert(tasks, failed)),
    addBatch: (batch, tasks) => whileWritten(tasks, batchWrites.run(batch.id, () => noticing((failed) => insertBatch(batch, tasks, failed)))),
    batchWith: (id) => beingWritten.get(id),
  };
}
