import type { BatchId } from '../../../../shared/task.ts';
import type { GenerationRequest, Task, TaskId } from '../../../../shared/task.ts';
import { submissionKey } from './submission-groups.ts';

/** A task that has not been sent. */
export interface WaitingTask {
  readonly id: TaskId;
  readonly place: number;
  readonly batchId: BatchId | null;
  readonly request: GenerationRequest;
  /** See `submissionKey`. */
  readonly key: string;
}

/** The tasks of one account that wait to be sent, in the order in which they are sent: batches and single tasks by place, then the tasks of a batch by theirs. */
export interface WaitingTasks extends Iterable<WaitingTask> {
  /** Does nothing if it is there already. */
  insert(task: WaitingTask): void;
  /** Returns whether it was there. */
  remove(id: TaskId): boolean;
  first(fits: (task: WaitingTask) => boolean): WaitingTask | undefined;
  /** Negative if `one` is sent before `other`. */
  compare(one: WaitingTask, other: WaitingTask): number;
  /** Sorts again, because a batch has moved. */
  sort(): void;
}

export const waitingTask = (task: Task): WaitingTask => ({ id: task.id, place: task.place, batchId: task.batchId, request: task.request, key: submissionKey(task) });

export function createWaitingTasks(placeOfBatch: (id: BatchId) => number | null): WaitingTasks {
  const tasks: WaitingTask[] = [];
  const ids = new Set<TaskId>();
  const placeOf = ({ batchId, place }: WaitingTask): number => (batchId === null ? place : (placeOfBatch(batchId) ?? place));
  const compare = (one: WaitingTask, other: WaitingTask): number => placeOf(one) - placeOf(other) || one.place - other.place;
  return {
    [Symbol.iterator]: () => tasks[Symbol.iterator](),
    insert(task) {
      if (ids.has(task.id)) return;
      ids.add(task.id);
      // A binary search, because thousands are inserted one by one.
      let [low, high] = [0, tasks.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const other = tasks[middle];
        if (other !== undefined && compare(other, task) > 0) high = middle;
        else low = middle + 1;
      }
      tasks.splice(low, 0, task);
    },
    remove(id) {
      if (!ids.delete(id)) return false;
      tasks.splice(tasks.findIndex((other) => other.id === id), 1);
      return true;
    },
    first: (fits) => tasks.find(fits),
    compare,
    sort: () => void tasks.sort(compare),
  };
}
