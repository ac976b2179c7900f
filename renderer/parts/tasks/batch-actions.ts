import type { BatchWithProgress } from '../../../shared/batch.ts';
import { longestBatchName } from '../../../shared/input-limits.ts';
import type { BatchId, GenerationRequest, Task, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { setLibrarySearch } from '../../stores/gallery/library-view.ts';
import { setSearch } from '../../stores/tasks/history-view.ts';
import { appFacts } from '../../stores/app-store.ts';
import { confirmEdit } from '../../stores/tasks/put-back.ts';
import { isUnsent } from '../../../shared/money/waiting-money.ts';
import { useTasks } from '../../stores/tasks-store.ts';
import { didAct, rememberAct, refusalOf, type Outcome } from '../../stores/undo.ts';
import { goTo, goToTasks } from '../../stores/windows/view-store.ts';
import { askText } from '../../ui/dialogs/ask.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { placesAfter, targetOf, type Placed, type Step, type Target } from '../../stores/tasks/queue-places.ts';
import { queueOf, type Queue } from '../../stores/tasks/queue-units.ts';

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

async function renameBatch({ id }: BatchWithProgress, name: string): Promise<Outcome> {
  const answer = await bridge.batchesRename({ batchId: id, name });
  if (!answer.ok) return answer.error;
  rememberAct({ name: currentWords()('queue.did.rename-name'), token: answer.value.token });
  return 'done';
}

/** Cancels the unsent tasks of a batch. This can be undone. */
export async function cancelRest({ id, name }: BatchWithProgress): Promise<void> {
  const taskIds = unsentOf(id).map(({ task }) => task.id);
  if (taskIds.length === 0) return;
  const answer = await notifyIfFailed(bridge.tasksWithdraw({ taskIds }));
  if (!answer.ok) return;
  const say = currentWords();
  didAct({ words: say('queue.did.cancel-rest', { count: answer.value.taskIds.length, name }), name: say('queue.did.cancel-rest-name', { name }), token: answer.value.token });
}

/** Changes a request that was not sent, after a question if the task is sent because of it. Returns whether it was changed. */
export async function editTask({ id }: Task, request: GenerationRequest): Promise<boolean> {
  const now = useTasks.getState().tasks.get(id)?.task;
  if (now && !(await confirmEdit(now, request))) return false;
  const answer = await notifyIfFailed(bridge.tasksEdit({ taskId: id, request }));
  if (!answer.ok) return false;
  const say = currentWords();
  didAct({ words: say('queue.did.edit'), name: say('queue.did.edit-name'), token: answer.value.token });
  return true;
}

/** Shows the pictures of a batch in the library. */
export function showPictures({ id }: BatchWithProgress): void {
  setLibrarySearch(searchFor(id));
  goTo('gallery');
}

export function showInHistory({ id }: BatchWithProgress): void {
  setSearch(searchFor(id));
  goToTasks('history');
}

/** Finds the tasks of one batch. Batches may have the same name, so a name that is not its own gets the beginning of the id. */
function searchFor(id: BatchId): string {
  const { batches } = appFacts();
  const name = batches.find((other) => other.id === id)?.name ?? '';
  const isAlone = batches.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1;
  return `batch:"${isAlone && name !== '' && !/["*]/.test(name) ? name : id}" `;
}

export type { Step };

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
  if (next.length === 0) return;
  const answer = await notifyIfFailed(bridge.queueMove({ moves: next.map(({ key, place, isBatch }) => (isBatch ? { batchId: key, place } : { taskId: key, place })) }));
  if (answer.ok) rememberAct({ name: currentWords()('queue.did.move-name'), token: answer.value.token });
}

const currentQueue = (): Queue => queueOf(useTasks.getState().tasks.values(), appFacts().batches);

/** In the order in which they are sent. */
function unsentOf(batchId: BatchId): readonly TaskWithImages[] {
  const { units } = currentQueue();
  return units.flatMap((unit) => (unit.kind === 'batch' && unit.of.batch.id === batchId ? unit.of.tasks.filter(isUnsent) : []));
}
