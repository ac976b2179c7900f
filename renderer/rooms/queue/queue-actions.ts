import { create } from 'zustand';
import type { BatchId, BatchWithProgress } from '../../../shared/batch.ts';
import type { GenerationRequest, Task, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { setSearch } from '../../stores/history/history-view.ts';
import { confirmRelease, confirmUncancel } from '../../stores/compose/submit.ts';
import { useQueue } from '../../stores/queue/queue-store.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { didAct, rememberAct, type Outcome } from '../../stores/undo.ts';
import { goTo } from '../../stores/view-store.ts';
import { notifyError, notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { targetOf, type Step, type Target } from './list/moves.ts';
import { isUnsent, queueOf, unitKey, type Queue } from './list/queue-rows.ts';

/** What a dialog of the room is about. */
export type QueueDialog = { readonly kind: 'stop' | 'rename'; readonly batch: BatchWithProgress } | { readonly kind: 'edit'; readonly task: Task };

export const useQueueDialog = create<{ readonly dialog: QueueDialog | null }>(() => ({ dialog: null }));

export const openDialog = (dialog: QueueDialog | null): void => useQueueDialog.setState({ dialog });

/** Holds the whole queue, or lets it go on. */
export async function holdAll(hold: boolean): Promise<void> {
  await notifyIfFailed(hold ? bridge.queueStop() : bridge.queueResume());
}

export async function holdBatch({ id, hold }: BatchWithProgress, holds: boolean): Promise<void> {
  // After a refusal, what is sent now is asked about as at a submission.
  if (!holds && hold?.by === 'refused' && !(await confirmRelease(unsentOf(id).map(({ task }) => task)))) return;
  await notifyIfFailed(holds ? bridge.batchesHold({ batchId: id }) : bridge.batchesRelease({ batchId: id }));
}

/** Returns whether it has the name. */
export async function renameBatch({ id, name: before }: BatchWithProgress, name: string): Promise<boolean> {
  const rename = (to: string): Promise<Outcome> => outcomeOf(bridge.batchesRename({ batchId: id, name: to }));
  const outcome = await rename(name);
  if (outcome !== 'done') return failed(outcome);
  rememberAct({ name: currentWords()('queue.did.rename-name'), undo: () => rename(before), redo: () => rename(name) });
  return true;
}

/** Cancels what was not sent of a batch. Can be undone. */
export async function stopRest({ id, name }: BatchWithProgress): Promise<void> {
  const answer = await bridge.batchesWithdraw({ batchId: id });
  if (!answer.ok) return notifyError(answer.error);
  const say = currentWords();
  const ids = new Set(answer.value.taskIds);
  const cancelled = [...useTasks.getState().tasks.values()].flatMap(({ task }) => (ids.has(task.id) ? [task] : []));
  didAct({
    words: say('queue.did.stop', { count: ids.size, name }),
    name: say('queue.did.stop-name', { name }),
    undo: async () => ((await confirmUncancel(cancelled)) ? outcomeOf(bridge.tasksRequeue({ taskIds: [...ids] })) : 'declined'),
    redo: () => outcomeOf(bridge.batchesWithdraw({ batchId: id })),
  });
}

/** Changes a request that was not sent. Returns whether it was still possible. */
export async function editTask({ id, request: before }: Task, request: GenerationRequest): Promise<boolean> {
  const change = (to: GenerationRequest): Promise<Outcome> => outcomeOf(bridge.tasksEdit({ taskId: id, request: to }));
  const outcome = await change(request);
  if (outcome !== 'done') return failed(outcome);
  const say = currentWords();
  didAct({ words: say('queue.did.edit'), name: say('queue.did.edit-name'), undo: () => change(before), redo: () => change(request) });
  return true;
}

/** The pictures of a batch, in the library. */
export function showPictures({ id }: BatchWithProgress): void {
  setLibrarySearch(searchFor(id));
  goTo('gallery');
}

export function showInHistory({ id }: BatchWithProgress): void {
  setSearch(searchFor(id));
  goTo('history');
}

/** Finds the tasks of one batch. Batches may have the same name, so a name that is not its own gets the beginning of the id. */
function searchFor(id: BatchId): string {
  const { batches } = useQueue.getState();
  const name = batches.get(id)?.name ?? '';
  const isAlone = [...batches.values()].filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1;
  return `batch:"${isAlone && name !== '' && !/["*]/.test(name) ? name : id}" `;
}

/** What can be moved together: batches and single tasks among each other, or the tasks of one batch. Null: nothing of it waits any more. */
export interface Order {
  /** Null: batches and single tasks. */
  readonly batchId: BatchId | null;
  readonly keys: readonly string[];
}

export function orderWith(key: string): Order | null {
  const { units } = currentQueue();
  const top = units.filter((unit) => (unit.kind === 'batch' ? unit.of.batch.progress.queued > 0 : isUnsent(unit.entry))).map(unitKey);
  if (top.includes(key)) return { batchId: null, keys: top };
  const batchId = useTasks.getState().tasks.get(key)?.task.batchId ?? null;
  const keys = batchId === null ? [] : unsentOf(batchId).map(({ task }) => task.id);
  return keys.includes(key) ? { batchId, keys } : null;
}

/** Moves a batch or a task, with the other selected tasks of the same order. */
export function moveBy(key: string, selected: ReadonlySet<TaskId>, step: Step): void {
  const order = orderWith(key);
  if (!order) return;
  const moved = movedWith(order, key, selected);
  const target = targetOf(order.keys, moved, step);
  if (target !== undefined) void moveTo(order, moved, target);
}

/** What moves with a key: all selected tasks of its order, if it is one of them. */
export const movedWith = ({ keys }: Order, key: string, selected: ReadonlySet<TaskId>): ReadonlySet<string> => new Set(selected.has(key) ? keys.filter((other) => selected.has(other)) : [key]);

export async function moveTo({ keys }: Order, moved: ReadonlySet<string>, target: Target): Promise<void> {
  const ids = keys.filter((key) => moved.has(key));
  const move = (before: Target): Promise<Outcome> => outcomeOf(bridge.queueMove({ ids, before }));
  const outcome = await move(target);
  if (outcome !== 'done') return void failed(outcome);
  const last = keys.findLastIndex((key) => moved.has(key));
  const stoodTogether = last - keys.findIndex((key) => moved.has(key)) + 1 === moved.size;
  if (stoodTogether) rememberAct({ name: currentWords()('queue.did.move-name'), undo: () => move(keys[last + 1] ?? null), redo: () => move(target) });
}

export const currentQueue = (): Queue => queueOf(useTasks.getState().tasks.values(), useQueue.getState().batches);

/** In the order in which they are sent. */
function unsentOf(batchId: BatchId): readonly TaskWithImages[] {
  const { units } = currentQueue();
  return units.flatMap((unit) => (unit.kind === 'batch' && unit.of.batch.id === batchId ? unit.of.tasks.filter(isUnsent) : []));
}

async function outcomeOf(call: Promise<Awaited<ReturnType<typeof bridge.queueMove>>>): Promise<Outcome> {
  const answer = await call;
  if (answer.ok) return 'done';
  return answer.error.code === 'wrong-state' ? 'nothing' : answer.error;
}

function failed(outcome: Outcome): false {
  if (typeof outcome === 'object') notifyError(outcome);
  return false;
}
