import type { ImageId } from '../../../shared/task.ts';
import { locate, useGallery } from '../gallery/gallery-store.ts';
import { countOf, type Ranges } from './position-ranges.ts';
import { focusSelection, selectedIndices, selectImage, selectTogether, useSelection } from './selection-store.ts';
import type { Outcome, PartlyDone } from '../undo.ts';
import { openViewer, useView } from '../windows/view-store.ts';

/** What was selected when pictures were removed. */
export interface SelectedBefore {
  /** The picture that keys acted on. */
  readonly imageId: ImageId;
  readonly at: number;
  readonly ranges: Ranges;
  /** The number of pictures in the view. */
  readonly length: number;
}

/** What an undo restores, until the sheet has it or the person does something else. */
let awaited: SelectedBefore | null = null;

useGallery.subscribe((now, before) => {
  if (now.view.token !== before.view.token || now.view.revision !== before.view.revision) void arrive();
});

export function selectedBefore(imageId: ImageId): SelectedBefore {
  return { imageId, at: useSelection.getState().index, ranges: selectedIndices(), length: useGallery.getState().view.length };
}

/** Undoes a removal of pictures, and selects them again on the sheet. If the viewer is open, shows the picture that keys acted on there. */
export async function returningTo(before: SelectedBefore, undo: () => Promise<Outcome | PartlyDone>): Promise<Outcome | PartlyDone> {
  // Set before main is asked, because the view with the picture may arrive before the answer.
  awaited = before;
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, forget, { capture: true, once: true });
  const outcome = await undo();
  if (outcome !== 'done' && !(typeof outcome === 'object' && 'left' in outcome)) forget();
  else {
    if (useView.getState().viewer !== null) openViewer(before.imageId);
    await arrive();
  }
  return outcome;
}

/** Whether restored pictures, as opposed to new ones, are coming back. */
export const isReturning = (): boolean => awaited !== null;

function forget(): void {
  awaited = null;
}

async function arrive(): Promise<void> {
  const before = awaited;
  const at = before === null ? null : await locate(before.imageId);
  if (before === null || at === null || at < 0 || awaited !== before) return;
  // Only in a view like the one in which they were selected do the same positions mean the same pictures.
  const isSame = at === before.at && useGallery.getState().view.length === before.length;
  if (isSame && countOf(before.ranges) > 1) selectTogether(before.ranges, at + 1);
  else selectImage(before.imageId, at);
  forget();
  const { viewer, route } = useView.getState();
  if (viewer === null && route === 'gallery') focusSelection();
}
