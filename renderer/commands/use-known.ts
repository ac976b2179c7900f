import { useSyncExternalStore } from 'react';
import { useAppStore } from '../stores/app-store.ts';
import { useCompare, useCompareView } from '../stores/compare-store.ts';
import { useCompose } from '../stores/compose/compose-store.ts';
import { useCull } from '../stores/cull/cull-store.ts';
import { useGallery } from '../stores/gallery/gallery-store.ts';
import { useAlbums } from '../stores/library/albums-store.ts';
import { useHasMatrix } from '../stores/matrix/matrix-batches.ts';
import { useDescription } from '../stores/pictures/descriptions.ts';
import { useImageMarks } from '../stores/pictures/marks-store.ts';
import { useSelection } from '../stores/selection/selection-store.ts';
import { useView } from '../stores/windows/view-store.ts';
import { useViewerStore } from '../stores/windows/viewer-store.ts';
import { useWindows } from '../stores/windows/windows-store.ts';
import type { Subject } from './command.ts';
import { useMounted } from './registry.ts';

/** The stores that decide what commands are called and whether they apply. */
const stores = [useAppStore, useAlbums, useCompare, useCompareView, useCompose, useCull, useGallery, useSelection, useView, useViewerStore, useWindows, useMounted];
let changes = 0;

/** Calls back when a command may apply or be called otherwise than before. */
export function subscribeToCommands(changed: () => void): () => void {
  const ends = stores.map((store) =>
    store.subscribe(() => {
      changes += 1;
      changed();
    }),
  );
  return () => ends.forEach((end) => end());
}

/** Renders again when a command may apply or be called otherwise than before. For menus, which are open for moments. */
export function useCommandState(): void {
  useSyncExternalStore(subscribeToCommands, () => changes);
}

/** What is read about commands. Renders again only if it is another text than before. */
export const useOfCommands = (read: () => string): string => useSyncExternalStore(subscribeToCommands, read);

/** What a menu acts on, with what is read about its picture and task. */
export function useKnown(subject: Subject): Subject {
  const marks = useImageMarks(subject.imageId);
  const info = useDescription(subject.imageId);
  const task = subject.task ?? info?.task ?? null;
  const hasMatrix = useHasMatrix(subject.batch?.id ?? task?.batchId ?? null);
  return { ...subject, marks, task, hasMatrix };
}
