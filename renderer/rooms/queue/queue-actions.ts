import type { BatchWithProgress } from '../../../shared/batch.ts';
import { longestBatchName } from '../../../shared/input-limits.ts';
import type { BatchId, GenerationRequest, Task, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { setSearch } from '../../stores/history/history-view.ts';
import { appFacts } from '../../stores/app-store.ts';
import { isSame } from '../../stores/is-same.ts';
import { confirmEdit, confirmRequest, putBack } from '../../stores/queue/put-back.ts';
import { isUnsent } from '../../stores/queue/unsent-price.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { didAct, rememberAct, outcomeOf, refusalOf, type Outcome } from '../../stores/undo.ts';
import { goTo } from '../../stores/windows/view-store.ts';
import { ask, askText } from '../../ui/dialogs/ask.ts';
import { notifyError } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { placesAfter, targetOf, type Placed, type Step, type Target } from './list/queue-moves.ts';
import { queueOf, type Queue, type QueueRow } from './list/queue-rows.ts';
import { setOpen } from './list/queue-selection.ts';

/** Shows or hides the tasks of a batch that are not done; if all are, shows them in the history. Opens a task that was not sent. */
export function openRow(row: QueueRow): void {
  if (row.kind === 'batch' && row.of.tasks.length === 0) showInHistory(row.of.batch);
  else if (row.kind === 'batch') setOpen(row.key, !row.open);
  else if (row.kind === 'task' && isUnsent(row.entry)) void ask('edit-task', { task: row.entry.task });
}

/** Asks for another name of a batch. */
export function askBatchName(batch: BatchWithProgress): void {
  const say = currentWords();
  void askText({
    title: say('queue.rename-title'),
    label: say('queue.rename-field'),
    value: batch.name,
    longest: longestBatchName,
    confirm: say('queue.rename-confirm'),
    save: async (name) => (name === batch.name ? null : refusalOf(await renameBatch(batch, name))),
  });
}

async function renameBatch({ id, name: before }: BatchWithProgress, name: string): Promise<Outcome> {
  const rename = (to: string): Promise<Outcome> => outcomeOf(bridge.batchesRename({ batchId: id, name: to }));
  const revert = async (from: string, to: string): Promise<Outcome> => (appFacts().batches.find((batch) => batch.id === id)?.name === from ? rename(to) : 'changed');
  const outcome = await rename(name);
  if (outcome === 'done') rememberAct({ name: currentWords()('queue.did.rename-name'), undo: () => revert(name, before), redo: () => revert(before, name) });
  return outcome;
}

/** Cancels the unsent tasks of a batch. This can be undone. */
export async function cancelRest({ id, name }: BatchWithProgress): Promise<void> {
  const rest = unsentOf(id).map(({ task }) => task);
  if (rest.length === 0) return;
  const withdraw = (ids: readonly TaskId[]) => bridge.tasksWithdraw({ taskIds: [...ids] });
  const answer = await withdraw(rest.map((task) => task.id));
  if (!answer.ok) return notifyError(answer.error);
  const say = currentWords();
  const taskIds = [...answer.value.taskIds];
  const ids = new Set(taskIds);
  didAct({
    words: say('queue.did.cancel-rest', { count: taskIds.length, name }),
    name: say('queue.did.cancel-rest-name', { name }),
    undo: () => putBack(rest.filter((task) => ids.has(task.id))),
    redo: () => outcomeOf(withdraw(taskIds)),
  });
}

/** Changes a request that was not sent, after a question if the task is sent because of it. Returns whether it was changed. */
export async function editTask({ id, request: before }: Task, request: GenerationRequest): Promise<boolean> {
  const change = (to: GenerationRequest): Promise<Outcome> => outcomeOf(bridge.tasksEdit({ taskId: id, request: to }));
  const revert = async (from: GenerationRequest, to: GenerationRequest): Promise<Outcome> => {
    const now = useTasks.getState().tasks.get(id)?.task;
    if (now?.state.status !== 'queued') return 'nothing';
    if (!isSame(now.request, from)) return 'changed';
    return (await confirmRequest(now, to)) ? change(to) : 'declined';
  };
  const now = useTasks.getState().tasks.get(id)?.task;
  if (now && !(await confirmEdit(now, request))) return false;
  const outcome = await change(request);
  if (outcome !== 'done') return failed(outcome);
  const say = currentWords();
  didAct({ words: say('queue.did.edit'), name: say('queue.did.edit-name'), undo: () => revert(request, before), redo: () => revert(before, request) });
  return true;
}

/** Shows the pictures of a batch in the library. */
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
  const { batches } = appFacts();
  const name = batches.find((other) => other.id === id)?.name ?? '';
  const isAlone = batches.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1;
  return `batch:"${isAlone && name !== '' && !/["*]/.test(name) ? name : id}" `;
}

/** What can be moved together: batches and single tasks among each other, or the tasks of one batch. */
export interface Order {
  readonly keys: readonly string[];
  readonly places: readonly Placed[];
}

/** The order that a batch or a task belongs to. Null: it has nothing waiting. */
export function orderWith(key: string): Order | null {
  const { units } = currentQueue();
  const top = units.flatMap((unit): readonly Placed[] => {
    if (unit.kind === 'task') return isUnsent(unit.entry) ? [placedTask(unit.entry)] : [];
    const { id, place, progress } = unit.of.batch;
    return progress.queued > 0 ? [{ key: id, place, isBatch: true }] : [];
  });
  const batchId = useTasks.getState().tasks.get(key)?.task.batchId ?? null;
  const places = [top, batchId === null ? [] : unsentOf(batchId).map(placedTask)].find((order) => order.some((other) => other.key === key));
  return places ? { keys: places.map((other) => other.key), places } : null;
}

const placedTask = ({ task: { id, place } }: TaskWithImages): Placed => ({ key: id, place, isBatch: false });

/** Moves a batch or a task, with the other selected tasks of the same order. */
export function moveBy(key: string, selected: ReadonlySet<TaskId>, step: Step): void {
  const order = orderWith(key);
  if (!order) return;
  const moved = movedWith(order, key, selected);
  const target = targetOf(order.keys, moved, step);
  if (target !== undefined) void moveTo(order, moved, target);
}

/** The keys that move with a key: all selected tasks of its order if it is one of them, otherwise itself. */
export const movedWith = ({ keys }: Order, key: string, selected: ReadonlySet<TaskId>): ReadonlySet<string> => new Set(selected.has(key) ? keys.filter((other) => selected.has(other)) : [key]);

/** Moves keys of an order to stand before another, or at the end. */
export async function moveTo({ places }: Order, moved: ReadonlySet<string>, target: Target): Promise<void> {
  const next = placesAfter(places, moved, target);
  const before = places.filter(({ key }) => next.some((other) => other.key === key));
  if (next.length === 0) return;
  const move = (to: readonly Placed[]): Promise<Outcome> => outcomeOf(bridge.queueMove({ moves: to.map(({ key, place, isBatch }) => (isBatch ? { batchId: key, place } : { taskId: key, place })) }));
  const outcome = await move(next);
  if (outcome === 'done') rememberAct({ name: currentWords()('queue.did.move-name'), undo: () => move(before), redo: () => move(next) });
  else failed(outcome);
}

const currentQueue = (): Queue => queueOf(useTasks.getState().tasks.values(), appFacts().batches);

/** In the order in which they are sent. */
function unsentOf(batchId: BatchId): readonly TaskWithImages[] {
  const { units } = currentQueue();
  return units.flatMap((unit) => (unit.kind === 'batch' && unit.of.batch.id === batchId ? unit.of.tasks.filter(isUnsent) : []));
}

function failed(outcome: Outcome): false {
  if (typeof outcome === 'object') notifyError(outcome);
  return false;
}
