import type { ImageId, TaskId } from '../../shared/task.ts';
import { takenUp, useGallery } from './gallery-store.ts';
import { useTasks } from './tasks-store.ts';

/** Milliseconds that the pictures of a task wait for their siblings, so that they come together. */
const patience = 4000;

/** When the first of each task's pictures arrived. */
const since = new Map<TaskId, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows what has arrived of every task that brings no more, or was waited for long enough. */
export function receivePictures(): void {
  clearTimeout(timer);
  const now = performance.now();
  const taskIds = new Set(useGallery.getState().arriving.map(({ taskId }) => taskId));
  for (const taskId of since.keys()) if (!taskIds.has(taskId)) since.delete(taskId);
  for (const taskId of taskIds) if (!since.has(taskId)) since.set(taskId, now);
  const due = new Set([...taskIds].filter((taskId) => !bringsMore(taskId) || (since.get(taskId) ?? now) + patience <= now));
  if (due.size > 0) takeUp(due);
  const left = [...taskIds].filter((taskId) => !due.has(taskId)).map((taskId) => (since.get(taskId) ?? now) + patience - now);
  if (left.length > 0) timer = setTimeout(receivePictures, Math.min(...left));
}

/** Pictures that nobody has seen yet, each with its task. */
const latent = new Map<ImageId, TaskId>();

/** The task whose latent image the picture comes up from; null: it was seen before. */
export const developingFrom = (id: ImageId): TaskId | null => latent.get(id) ?? null;

export function developed(id: ImageId): void {
  latent.delete(id);
}

function takeUp(taskIds: ReadonlySet<TaskId>): void {
  for (const { imageId, taskId } of useGallery.getState().arriving) if (taskIds.has(taskId)) latent.set(imageId, taskId);
  useGallery.setState((state) => takenUp(state, taskIds));
}

/** A task whose pictures are not known yet, or not all here. */
function bringsMore(taskId: TaskId): boolean {
  const entry = useTasks.getState().tasks.get(taskId);
  if (!entry) return false;
  return entry.task.state.status !== 'completed' || entry.images.some(({ state }) => state.status === 'waiting');
}
