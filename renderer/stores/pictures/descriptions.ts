import { useEffect } from 'react';
import { create } from 'zustand';
import type { ImageInfo } from '../../../shared/ipc/api.ts';
import type { ImageId, Task, TaskId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { changedMeanwhile } from '../windowed/changed-meanwhile.ts';

/**
 * Image and task of the pictures that are or were on screen. They are requested in batches, and only the latest few
 * thousand are kept, so that a library of a million is never in memory as objects.
 */
interface DescriptionStore {
  readonly infos: ReadonlyMap<ImageId, ImageInfo>;
}

const keep = 4000;
const perCall = 500;

export const useDescriptions = create<DescriptionStore>(() => ({ infos: new Map() }));
const wanted = new Set<ImageId>();
const asked = new Set<ImageId>();
const tasksMeanwhile = changedMeanwhile<TaskId, Task>();

/** The description of a picture. Null until main has answered, or if the picture is gone. */
export function useDescription(id: ImageId | null): ImageInfo | null {
  const info = useDescriptions(({ infos }) => (id === null ? null : (infos.get(id) ?? null)));
  useEffect(() => {
    if (id !== null && !info) describe([id]);
  }, [id, info]);
  return info;
}

export function descriptionOf(id: ImageId): ImageInfo | null {
  return useDescriptions.getState().infos.get(id) ?? null;
}

/** Requests the descriptions that are not known yet. */
export function describe(ids: readonly ImageId[]): void {
  const { infos } = useDescriptions.getState();
  want(ids.filter((id) => !infos.has(id) && !asked.has(id)));
}

/** Requests all known descriptions again, because files have moved. */
export function describeAgain(): void {
  want([...useDescriptions.getState().infos.keys()]);
}

function want(ids: readonly ImageId[]): void {
  const isIdle = wanted.size === 0;
  for (const id of ids) wanted.add(id);
  if (isIdle && wanted.size > 0) setTimeout(() => void askForWanted(), 0);
}

/** Updates the tasks in known descriptions. */
export function describeTasksChanged(tasks: readonly Task[]): void {
  const changed = new Map(tasks.map((task) => [task.id, task]));
  for (const task of tasks) tasksMeanwhile.changed(task.id, task);
  const { infos } = useDescriptions.getState();
  let next: Map<ImageId, ImageInfo> | null = null;
  for (const [id, info] of infos) {
    const task = changed.get(info.task.id);
    if (task) (next ??= new Map(infos)).set(id, { ...info, task });
  }
  if (next !== null) useDescriptions.setState({ infos: next });
}

async function askForWanted(): Promise<void> {
  const imageIds = [...wanted].slice(0, perCall);
  for (const id of imageIds) {
    wanted.delete(id);
    asked.add(id);
  }
  tasksMeanwhile.begin();
  const answer = await bridge.imagesDescribe({ imageIds });
  tasksMeanwhile.end();
  for (const id of imageIds) asked.delete(id);
  if (answer.ok) {
    const next = new Map(useDescriptions.getState().infos);
    for (const info of answer.value) {
      next.delete(info.image.id);
      const task = tasksMeanwhile.newest(info.task.id, info.task);
      next.set(info.image.id, task === info.task ? info : { ...info, task });
    }
    for (const id of next.keys()) {
      if (next.size <= keep) break;
      next.delete(id);
    }
    useDescriptions.setState({ infos: next });
  }
  if (wanted.size > 0) await askForWanted();
}
