import { useEffect } from 'react';
import { create } from 'zustand';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useAppStore } from '../app-store.ts';

/** `changed`: absent, and another file has its name, for example after an edit. */
export type Presence = 'here' | 'absent' | 'changed';

/** Whether the files of the pictures on screen are where they should be. Their thumbnails do not show this, because they are kept without the files. */
interface PresenceStore {
  readonly known: ReadonlyMap<ImageId, Presence>;
  /** Whether the library folder itself is there. */
  readonly folderIsThere: boolean;
}

/** Milliseconds that a picture must stay on screen before main is asked about it. */
const patience = 200;
const perCall = 500;
/** Milliseconds until Latent looks again for a missing library folder. */
const untilAgain = 5000;

export const usePresenceStore = create<PresenceStore>(() => ({ known: new Map(), folderIsThere: true }));
const watched = new Map<ImageId, number>();
const wanted = new Set<ImageId>();
let timer: ReturnType<typeof setTimeout> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

export const presenceOf = (id: ImageId): Presence => usePresenceStore.getState().known.get(id) ?? 'here';

/** The presence of a picture on screen. Asks main, and again whenever files may have moved. */
export function useWatchedPresence(id: ImageId): Presence | null {
  useEffect(() => watchPresence(id), [id]);
  return usePresenceStore(({ known }) => known.get(id) ?? null);
}

/** Asks main, and again while the picture is on screen. Returns a function that ends this. */
export function watchPresence(id: ImageId): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1);
  want([id]);
  return () => {
    const others = (watched.get(id) ?? 1) - 1;
    if (others > 0) watched.set(id, others);
    else watched.delete(id);
  };
}

/** Asks again about everything on screen. */
export function askAgain(): void {
  want([...watched.keys()]);
}

function want(ids: readonly ImageId[]): void {
  for (const id of ids) wanted.add(id);
  timer ??= setTimeout(() => void ask(), patience);
}

async function ask(): Promise<void> {
  timer = undefined;
  const ids = [...wanted].filter((id) => watched.has(id));
  wanted.clear();
  for (let at = 0; at < ids.length; at += perCall) {
    const imageIds = ids.slice(at, at + perCall);
    const answer = await bridge.imagesAbsent({ imageIds });
    if (!answer.ok) return;
    const absent = new Set(answer.value.imageIds);
    const changed = new Set(answer.value.changed);
    // Keep only pictures that are on screen now, so that a library of a million is never in memory.
    const known = new Map([...usePresenceStore.getState().known].filter(([id]) => watched.has(id)));
    for (const id of imageIds) known.set(id, changed.has(id) ? 'changed' : absent.has(id) ? 'absent' : 'here');
    usePresenceStore.setState({ known, folderIsThere: answer.value.folderIsThere });
    clearTimeout(again);
    if (!answer.value.folderIsThere) again = setTimeout(askAgain, untilAgain);
  }
}

useAppStore.subscribe((now, before) => {
  if (now.facts?.librarySearch.rounds !== before.facts?.librarySearch.rounds || now.facts?.libraryFolder !== before.facts?.libraryFolder) askAgain();
});
