import { create } from 'zustand';
import type { Image, ImageId, TaskId } from '../../../shared/task.ts';
import { useTasks } from '../tasks-store.ts';
import { indexOfImage, useGallery } from './gallery-store.ts';
import { isAnyInUse, isShortRowInUse, onUseChange } from './cells-in-use.ts';
import { isAfterView, leaveOut, libraryChanged } from './library-view.ts';
import { countWaiting } from './sheet-top.ts';

/** Milliseconds that the pictures of a task wait for their siblings, so that they appear together. */
const patience = 4000;

/** A picture that was kept and is not in the view yet. */
interface Arriving {
  readonly imageId: ImageId;
  readonly taskId: TaskId;
  /** Sequence number of the change in which main reported it. */
  readonly sequence: number;
  /** When it arrived. */
  readonly since: number;
  /** Whether other pictures of its task were kept earlier. */
  readonly late: boolean;
}

let arriving: readonly Arriving[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Pictures that nobody has seen yet, each with its task. */
const latent = new Map<ImageId, TaskId>();

/** The task whose latent image develops into the picture. Null if the picture was seen before. */
export const developingFrom = (id: ImageId): TaskId | null => latent.get(id) ?? null;

export function developed(id: ImageId): void {
  latent.delete(id);
}

/** How many pictures have arrived since the page was loaded. */
export const useArrived = create<{ readonly pictures: number }>(() => ({ pictures: 0 }));

/** Called when a picture was kept. `receivePictures` shows it. */
export function pictureArrived({ id, taskId, state }: Image, sequence: number, late: boolean): void {
  if (state.status !== 'kept' || !isAfterView(sequence) || arriving.some(({ imageId }) => imageId === id)) return;
  arriving = [...arriving, { imageId: id, taskId, sequence, since: performance.now(), late }];
  useArrived.setState(({ pictures }) => ({ pictures: pictures + 1 }));
}

/** Shows the new pictures of every task that is complete, or whose pictures have waited long enough. */
export function receivePictures(): void {
  clearTimeout(timer);
  arriving = arriving.filter(({ imageId, sequence }) => isAfterView(sequence) && !isShown(imageId));
  if (arriving.length === 0) return countWaiting(0);
  const now = performance.now();
  const isInUse = isAnyInUse();
  const isRowInUse = isShortRowInUse();
  /** Whether it has to wait, because it would move a cell that is in use. */
  const waits = (taskId: TaskId): boolean => isRowInUse || (isInUse && joinsOthers(taskId));
  const due = new Set([...new Set(arriving.map(({ taskId }) => taskId))].filter((taskId) => !waits(taskId) && (joinsOthers(taskId) || !bringsMore(taskId) || dueAt(taskId) <= now)));
  for (const { imageId, taskId } of arriving) if (due.has(taskId)) latent.set(imageId, taskId);
  arriving = arriving.filter(({ taskId }) => !due.has(taskId));
  if (due.size > 0) libraryChanged();
  const [waiting, others] = [arriving.filter(({ taskId }) => waits(taskId)), arriving.filter(({ taskId }) => !waits(taskId))];
  countWaiting(useGallery.getState().view.search.trim() === '' ? waiting.length : 0);
  if (others.length > 0) timer = setTimeout(receivePictures, Math.min(...others.map(({ taskId }) => dueAt(taskId))) - now);
}

const isShown = (imageId: ImageId): boolean => indexOfImage(useGallery.getState(), imageId) >= 0;

/** Whether the view has pictures of the task. Others then appear beside them, which moves the cells that follow. */
const joinsOthers = (taskId: TaskId): boolean => arriving.every((picture) => picture.taskId !== taskId || picture.late);

const dueAt = (taskId: TaskId): number => Math.min(...arriving.filter((picture) => picture.taskId === taskId).map(({ since }) => since)) + patience;

/** Whether a task's pictures are not known yet, or have not all arrived. */
function bringsMore(taskId: TaskId): boolean {
  const entry = useTasks.getState().tasks.get(taskId);
  if (!entry) return false;
  return entry.task.state.status !== 'completed' || entry.images.some(({ state }) => state.status === 'waiting');
}

leaveOut(() => arriving.flatMap(({ imageId }) => (isShown(imageId) ? [] : [imageId])));
onUseChange(() => {
  if (arriving.length > 0) receivePictures();
});
useGallery.subscribe(({ view }, before) => {
  if (view.token !== before.view.token) receivePictures();
});
