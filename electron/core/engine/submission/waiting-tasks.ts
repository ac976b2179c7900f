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
  const byId = new Map<TaskId, WaitingTask>();
  const placeOf = ({ batchId, place }: WaitingTask): number => (batchId === null ? place : (placeOfBatch(batchId) ?? place));
  const compare = (one: WaitingTask, other: WaitingTask): number => placeOf(one) - placeOf(other) || one.place - other.place;
  /** The first index behind the task. A binary search, because thousands are inserted and cancelled one by one. */
  const behind = (task: WaitingTask): number => {
    let [low, high] = [0, tasks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = tasks[middle];
      if (other !== undefined && compare(other, task) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    [Symbol.iterator]: () => tasks[Symbol.iterator](),
    insert(task) {
      if (byId.has(task.id)) return;
      byId.set(task.id, task);
      tasks.splice(behind(task), 0, task);
    },
    remove(id) {
      const task = byId.get(id);
      if (task === undefined) return false;
      byId.delete(id);
      const expected = behind(task) - 1;
      // It may be elsewhere if several have one place, and until the rest is sorted again after a batch has moved.
      tasks.splice(tasks[expected] === task ? expected : tasks.indexOf(task), 1);
      return true;
    },
    first: (fits) => tasks.find(fits),
    compare,
    sort: () => void tasks.sort(compare),
  };
}
