import type { BatchWithProgress } from '../../../../shared/batch.ts';
import type { BatchId, TaskWithImages } from '../../../../shared/task.ts';

/** A batch and its tasks that are not done, in the order of the queue. */
export interface QueuedBatch {
  readonly batch: BatchWithProgress;
  readonly tasks: readonly TaskWithImages[];
}

/** One row of the room. `key` is the id of the batch or task. */
export type QueueRow =
  | { readonly kind: 'batch'; readonly key: string; readonly of: QueuedBatch; readonly open: boolean }
  /** `batch`: the batch whose open row is above it. Null: a task that was sent alone. */
  | { readonly kind: 'task'; readonly key: string; readonly entry: TaskWithImages; readonly batch: BatchWithProgress | null }
  /** The heading above the finished batches. */
  | { readonly kind: 'ended'; readonly key: 'ended' };

/** What has its own place in the queue: a batch, or a task without one. */
export type QueueUnit = { readonly kind: 'batch'; readonly of: QueuedBatch } | { readonly kind: 'task'; readonly entry: TaskWithImages };

export interface Queue {
  /** In the order in which they are sent. */
  readonly units: readonly QueueUnit[];
  /** Finished batches, newest first. */
  readonly ended: readonly QueuedBatch[];
}

/** Puts batches and single tasks into the order of the queue. A batch that was just sent is shown once main reports it, and its tasks with it. */
export function queueOf(tasks: Iterable<TaskWithImages>, batches: readonly BatchWithProgress[]): Queue {
  const units: QueueUnit[] = [];
  const inBatches = new Map<BatchId, TaskWithImages[]>(batches.map(({ id }) => [id, []]));
  for (const entry of tasks) {
    const { batchId } = entry.task;
    if (batchId !== null) inBatches.get(batchId)?.push(entry);
    else if (isWaiting(entry)) units.push({ kind: 'task', entry });
  }
  const ended: QueuedBatch[] = [];
  for (const batch of batches) {
    const of: QueuedBatch = { batch, tasks: (inBatches.get(batch.id) ?? []).sort((a, b) => a.task.place - b.task.place) };
    if (isEnded(batch)) ended.push(of);
    else units.push({ kind: 'batch', of });
  }
  return { units: units.sort((a, b) => placeOf(a) - placeOf(b)), ended: ended.sort((a, b) => b.batch.createdAt - a.batch.createdAt) };
}

/** The rows on screen, with the tasks of open batches. */
export function rowsOf({ units, ended }: Queue, opened: ReadonlySet<BatchId>): readonly QueueRow[] {
  const rows: QueueRow[] = [];
  const add = (of: QueuedBatch): void => {
    const { batch, tasks } = of;
    const open = opened.has(batch.id) && tasks.length > 0;
    rows.push({ kind: 'batch', key: batch.id, of, open });
    if (open) for (const entry of tasks) rows.push({ kind: 'task', key: entry.task.id, entry, batch });
  };
  for (const unit of units) {
    if (unit.kind === 'batch') add(unit.of);
    else rows.push({ kind: 'task', key: unit.entry.task.id, entry: unit.entry, batch: null });
  }
  if (ended.length > 0) rows.push({ kind: 'ended', key: 'ended' });
  for (const batch of ended) add(batch);
  return rows;
}

/** The id of a row's element. */
export const rowId = (key: string): string => `queue-${key}`;

const placeOf = (unit: QueueUnit): number => (unit.kind === 'batch' ? unit.of.batch.place : unit.entry.task.place);

/** Whether it was not sent yet, or is being sent. */
function isWaiting({ task: { state } }: TaskWithImages): boolean {
  return state.status === 'queued' || state.status === 'submitting';
}

const isEnded = ({ progress }: BatchWithProgress): boolean => progress.queued + progress.running === 0;

/** The selectable row nearest to `to`, in the direction from `at`. */
export function rowFrom(rows: readonly QueueRow[], to: number, at: number): number | null {
  const index = Math.min(Math.max(to, 0), rows.length - 1);
  const step = index < at ? -1 : 1;
  for (let near = index; near >= 0 && near < rows.length; near += step) if (rows[near]?.kind !== 'ended') return near;
  return at >= 0 && at < rows.length ? at : null;
}
