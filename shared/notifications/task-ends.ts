import { isInFlight, isToBeRepeated, type BatchId, type ImageId, type Task, type TaskId, type TaskWithImages } from '../task.ts';

/** How a task ended, for somebody who did not watch it. `undecided`: nothing more happens until the person decides. */
export interface TaskEnd {
  readonly how: 'made' | 'failed' | 'undecided';
  readonly task: Task;
  /** Its pictures that are in the library. */
  readonly pictures: readonly ImageId[];
}

/** Follows tasks that may still change by themselves, and tells when they end. */
export interface TaskEnds {
  /** Null: nothing to tell. A task that was never seen open does not end, because its end is old, or is the person's own act. */
  take(entry: TaskWithImages): TaskEnd | null;
  /** Tasks of the batch that have not ended. */
  openOf(id: BatchId): number;
  /** Tasks that are sent, made or downloaded, or are next without anybody's help. */
  underWay(): number;
}

interface OpenTask {
  readonly batchId: BatchId | null;
  /** Whether it is under way. */
  readonly moves: boolean;
}

export function createTaskEnds(): TaskEnds {
  const open = new Map<TaskId, OpenTask>();
  const inBatches = new Map<BatchId, number>();
  let underWay = 0;

  const count = ({ batchId, moves }: OpenTask, by: 1 | -1): void => {
    if (moves) underWay += by;
    if (batchId === null) return;
    const now = (inBatches.get(batchId) ?? 0) + by;
    if (now === 0) inBatches.delete(batchId);
    else inBatches.set(batchId, now);
  };

  return {
    take(entry) {
      const { task } = entry;
      const before = open.get(task.id);
      if (before !== undefined) count(before, -1);
      if (isOpen(entry)) {
        const now = { batchId: task.batchId, moves: isUnderWay(task) };
        open.set(task.id, now);
        count(now, 1);
        return null;
      }
      open.delete(task.id);
      return before === undefined ? null : endOf(entry);
    },
    openOf: (id) => inBatches.get(id) ?? 0,
    underWay: () => underWay,
  };
}

function isOpen({ task, images }: TaskWithImages): boolean {
  return isInFlight(task) || isToBeRepeated(task) || images.some(({ state }) => state.status === 'waiting');
}

/** Not what waits for the person, for money or for the service's slow answer. */
function isUnderWay({ state }: Task): boolean {
  return state.status === 'queued' ? state.waitingFor === 'turn' || state.waitingFor === 'busy' : state.status !== 'paused';
}

function endOf({ task, images }: TaskWithImages): TaskEnd | null {
  if (task.dismissedAt !== null) return null;
  const pictures = images.flatMap(({ id, state }) => (state.status === 'kept' ? [id] : []));
  switch (task.state.status) {
    case 'withdrawn':
      return null;
    case 'unknown':
    case 'missing':
      return { how: 'undecided', task, pictures };
    case 'completed':
      return { how: pictures.length > 0 ? 'made' : 'failed', task, pictures };
    default:
      return { how: 'failed', task, pictures };
  }
}
