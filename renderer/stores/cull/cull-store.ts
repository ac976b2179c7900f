import { create } from 'zustand';
import type { Range } from '../../../shared/library/view.ts';
import { marksShown, packedMarks } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { withKeysHeld } from '../../ui/shortcuts/key-listener.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { useGallery } from '../gallery/gallery-store.ts';
import { useMarksStore } from '../pictures/marks-store.ts';
import { countOf, nothing } from '../selection/position-ranges.ts';
import { selectedIndices, selectImage, useSelection } from '../selection/selection-store.ts';
import { openViewer, useView } from '../windows/view-store.ts';
import { firstUndecided, mostCulled, piecesOf, withMarks, type Culling } from './culling.ts';

interface CullStore {
  /** Null: the viewer shows the gallery as usual. */
  readonly culling: Culling | null;
  /** Whether to skip pictures with a flag. Kept after the end of a pass, until the window closes. */
  readonly skipsDecided: boolean;
}

export const useCull = create<CullStore>(() => ({ culling: null, skipsDecided: true }));

/** Positions requested by one call. */
const atOnce = 1000;

/**
 * Culls the selected pictures if there are several, otherwise all that are shown, in their order. Starts at the picture `from` if it is one of them,
 * otherwise at the first one without a flag.
 */
export function startCull(from: ImageId | null): Promise<void> {
  return withKeysHeld(() => beginCull(from));
}

async function beginCull(from: ImageId | null): Promise<void> {
  const { view } = useGallery.getState();
  const together = useSelection.getState().marked !== nothing;
  const ranges: readonly Range[] = together ? selectedIndices().map(([first, end]): Range => [first, Math.min(end, view.length)]) : [[0, view.length]];
  const ids: ImageId[] = [];
  const marks: number[] = [];
  for (const [first, end] of piecesOf(ranges, atOnce)) {
    const answer = await notifyIfFailed(bridge.libraryPictures({ token: view.token, revision: view.revision, range: [first, end] }));
    // The view has changed meanwhile. The person sees that and can try again.
    if (!answer.ok || answer.value === null) return;
    ids.push(...answer.value.ids);
    marks.push(...answer.value.marks);
  }
  if (ids.length === 0) return;
  const culling: Culling = { ids, marks: Uint16Array.from(marks), beyond: Math.max(countOf(ranges) - mostCulled, 0), acted: false };
  const first = from !== null && ids.includes(from) ? from : (firstUndecided(culling) ?? ids[0]);
  if (first === undefined) return;
  // Open the picture first, because culling ends without a viewer.
  showCulled(first);
  useCull.setState({ culling });
}

/** Shows a picture, and selects it on the sheet unless several are selected there. */
export function showCulled(id: ImageId): void {
  if (useSelection.getState().marked === nothing) selectImage(id);
  openViewer(id);
}

export function changeCulling(change: (culling: Culling) => Culling): void {
  useCull.setState(({ culling }) => ({ culling: culling && change(culling) }));
}

export function toggleSkips(): void {
  useCull.setState(({ skipsDecided }) => ({ skipsDecided: !skipsDecided }));
}

/** Reads the marks of a picture again. */
export async function refreshCulled(id: ImageId): Promise<void> {
  const answer = await bridge.marksOf({ imageId: id });
  if (!answer.ok || answer.value === null) return;
  const packed = packedMarks(marksShown(answer.value));
  changeCulling((culling) => withMarks(culling, id, packed));
}

useView.subscribe(({ viewer }) => {
  if (viewer === null && useCull.getState().culling !== null) useCull.setState({ culling: null });
});

// Includes marks from undo, redo and the panel.
useMarksStore.subscribe((now, before) => {
  const { culling } = useCull.getState();
  if (culling === null || now.round === before.round) return;
  const { viewer } = useView.getState();
  for (const id of now.latest ?? (viewer === null ? [] : [viewer])) if (culling.ids.includes(id)) void refreshCulled(id);
});
