import { useEffect } from 'react';
import { create } from 'zustand';
import type { ImageId } from '../../shared/task.ts';
import { bridge } from '../bridge.ts';
import { useAppStore } from './app-store.ts';

/** `changed`: absent, and another file is at its place, as after an edit under its name. */
type Presence = 'here' | 'absent' | 'changed';

/** Whether the files of the pictures on screen are where they should be. A thumbnail outlives its picture and tells nothing of it. */
interface PresenceStore {
  readonly known: ReadonlyMap<ImageId, Presence>;
  /** Whether the library folder itself is there. */
  readonly folderIsThere: boolean;
}

/** Milliseconds that a picture must stay on screen: what only rushes past is not asked about. */
const patience = 200;
const perCall = 500;
/** Milliseconds until Latent looks again for a missing library folder. */
const untilAgain = 5000;

export const usePresenceStore = create<PresenceStore>(() => ({ known: new Map(), folderIsThere: true }));
const watched = new Map<ImageId, number>();
const wanted = new Set<ImageId>();
let timer: ReturnType<typeof setTimeout> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

/** Whether it is known to be absent: a cell need not be drawn anew for all that are where they should be. */
export function useAbsence(id: ImageId | null): boolean {
  return usePresenceStore(({ known }) => id !== null && (known.get(id) ?? 'here') !== 'here');
}

/** Of a picture that is absent. */
export function useChange(id: ImageId | null): boolean {
  return usePresenceStore(({ known }) => id !== null && known.get(id) === 'changed');
}

/** The presence of a picture that is on screen: asks main, and again whenever files may be elsewhere. */
export function useWatchedPresence(id: ImageId): Presence | null {
  useEffect(() => watchPresence(id), [id]);
  return usePresenceStore(({ known }) => known.get(id) ?? null);
}

/** The same as `useAbsence`. */
export function useWatchedAbsence(id: ImageId): boolean {
  useEffect(() => watchPresence(id), [id]);
  return useAbsence(id);
}

/** Returns what ends it. */
export function watchPresence(id: ImageId): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1);
  want([id]);
  return () => {
    const others = (watched.get(id) ?? 1) - 1;
    if (others > 0) watched.set(id, others);
    else watched.delete(id);
  };
}

/** Asks anew about everything that is on screen. */
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
    // Only of what is on screen now: a library of a million is never here.
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
