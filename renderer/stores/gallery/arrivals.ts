import type { ImageId, TaskId } from '../../../shared/task.ts';
import { belongsInView, takenUp, useGallery, type GalleryState } from './gallery-store.ts';
import { isFreshHeld, isTopRowHeld, isViewHeld, onHeldChange } from './held.ts';
import { reopenAtRest } from './reopening.ts';
import { countWaiting } from './sheet-top.ts';
import { useTasks } from '../tasks-store.ts';

/** Milliseconds that the pictures of a task wait for their siblings, so that they appear together. */
const patience = 4000;

const noTasks: ReadonlySet<TaskId> = new Set();
/** When the first of each task's pictures arrived. */
const since = new Map<TaskId, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the new pictures of every task that is complete, or whose pictures have waited long enough. */
export function receivePictures(): void {
  clearTimeout(timer);
  const now = performance.now();
  const gallery = useGallery.getState();
  const taskIds = new Set(gallery.arriving.map(({ taskId }) => taskId));
  for (const taskId of since.keys()) if (!taskIds.has(taskId)) since.delete(taskId);
  for (const taskId of taskIds) if (!since.has(taskId)) since.set(taskId, now);
  if (hasLate(gallery) && !isViewHeld(gallery)) void placeLate();
  // A late picture joins its siblings, which moves other new pictures.
  const joining = isFreshHeld(gallery) ? new Set(gallery.fresh.map(({ taskId }) => taskId)) : noTasks;
  const able = [...taskIds].filter((taskId) => !joining.has(taskId) && !belongsInView(gallery, taskId));
  const due = new Set(able.filter((taskId) => !bringsMore(taskId) || (since.get(taskId) ?? now) + patience <= now));
  if (due.size > 0) takeUp(due);
  const left = able.filter((taskId) => !due.has(taskId)).map((taskId) => (since.get(taskId) ?? now) + patience - now);
  recount();
  if (left.length > 0) timer = setTimeout(receivePictures, Math.min(...left));
}

const isSearching = ({ view }: GalleryState): boolean => view.search.trim() !== '';

/** Whether there are late pictures whose siblings are in the view. Not during a search, because the whole library is reopened after it. */
const hasLate = (gallery: GalleryState): boolean => !isSearching(gallery) && gallery.arriving.some(({ taskId }) => belongsInView(gallery, taskId));

let placing = false;

/** Reopens the view, so that late pictures stand beside their siblings. This moves all later cells. */
async function placeLate(): Promise<void> {
  if (placing) return;
  placing = true;
  const known = new Set(useGallery.getState().arriving.map(({ imageId }) => imageId));
  await reopenAtRest();
  placing = false;
  // If the view could not be opened, the pictures are counted, and the next change tries again.
  if (useGallery.getState().arriving.some(({ imageId }) => !known.has(imageId))) receivePictures();
  else recount();
}

/** Counts the pictures that are not shown because a held cell would move, or because the view could not be opened. */
function recount(): void {
  const gallery = useGallery.getState();
  const isFresh = new Set(gallery.fresh.map(({ taskId }) => taskId));
  const freshHeld = isFreshHeld(gallery);
  const waits = (taskId: TaskId): boolean => (isFresh.has(taskId) ? freshHeld : !placing && belongsInView(gallery, taskId));
  countWaiting(isSearching(gallery) ? 0 : gallery.arriving.filter(({ taskId }) => waits(taskId)).length);
}

/** Pictures that nobody has seen yet, each with its task. */
const latent = new Map<ImageId, TaskId>();

/** The task whose latent image develops into the picture. Null if the picture was seen before. */
export const developingFrom = (id: ImageId): TaskId | null => latent.get(id) ?? null;

export function developed(id: ImageId): void {
  latent.delete(id);
}

function takeUp(taskIds: ReadonlySet<TaskId>): void {
  const gallery = useGallery.getState();
  for (const { imageId, taskId } of gallery.arriving) if (taskIds.has(taskId)) latent.set(imageId, taskId);
  useGallery.setState(takenUp(gallery, taskIds, gallery.view.search.trim() === '' && isTopRowHeld(gallery)));
}

/** Whether a task's pictures are not known yet, or have not all arrived. */
function bringsMore(taskId: TaskId): boolean {
  const entry = useTasks.getState().tasks.get(taskId);
  if (!entry) return false;
  return entry.task.state.status !== 'completed' || entry.images.some(({ state }) => state.status === 'waiting');
}

onHeldChange(() => {
  if (useGallery.getState().arriving.length > 0) receivePictures();
});
useGallery.subscribe(({ arriving, view }, before) => {
  if (arriving !== before.arriving || view.search !== before.view.search) recount();
});
