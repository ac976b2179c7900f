import { useEffect } from 'react';
import { create } from 'zustand';
import type { ImageInfo } from '../../shared/ipc/api.ts';
import type { ImageId, Task } from '../../shared/task.ts';
import { bridge } from '../bridge.ts';

/**
 * Image and task of the pictures that are or were on screen. Asked for in batches, one per frame, and kept for the
 * most recent few thousand: a library of a million is never here as objects.
 */
interface DescriptionStore {
  readonly infos: ReadonlyMap<ImageId, ImageInfo>;
}

const keep = 4000;
const perCall = 500;

const useDescriptions = create<DescriptionStore>(() => ({ infos: new Map() }));
const wanted = new Set<ImageId>();
const asked = new Set<ImageId>();

/** What is known of a picture; null until main answered, or when the picture is gone. */
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

/** Asks main about pictures that are not known yet. */
export function describe(ids: readonly ImageId[]): void {
  const { infos } = useDescriptions.getState();
  const idle = wanted.size === 0;
  for (const id of ids) if (!infos.has(id) && !asked.has(id)) wanted.add(id);
  if (idle && wanted.size > 0) setTimeout(() => void askForWanted(), 0);
}

/** Asks anew about all that are known: their files are elsewhere now. */
export function describeAgain(): void {
  const idle = wanted.size === 0;
  for (const id of useDescriptions.getState().infos.keys()) wanted.add(id);
  if (idle && wanted.size > 0) setTimeout(() => void askForWanted(), 0);
}

/** Keeps known descriptions in step with main. */
export function describeTaskChanged(task: Task): void {
  const { infos } = useDescriptions.getState();
  const affected = [...infos].filter(([, info]) => info.task.id === task.id);
  if (affected.length === 0) return;
  const next = new Map(infos);
  for (const [id, info] of affected) next.set(id, { ...info, task });
  useDescriptions.setState({ infos: next });
}

async function askForWanted(): Promise<void> {
  const imageIds = [...wanted].slice(0, perCall);
  for (const id of imageIds) {
    wanted.delete(id);
    asked.add(id);
  }
  const answer = await bridge.imagesDescribe({ imageIds });
  for (const id of imageIds) asked.delete(id);
  if (answer.ok) {
    const next = new Map(useDescriptions.getState().infos);
    for (const info of answer.value) {
      next.delete(info.image.id);
      next.set(info.image.id, info);
    }
    for (const id of next.keys()) {
      if (next.size <= keep) break;
      next.delete(id);
    }
    useDescriptions.setState({ infos: next });
  }
  if (wanted.size > 0) await askForWanted();
}
