import type { ImageId } from '../../../shared/task.ts';
import { indexOfImage } from '../gallery/cells.ts';
import { useGallery } from '../gallery/gallery-store.ts';
import { holdOnTo } from '../gallery/reopened-view.ts';
import { focusSelection, selectImage } from './selection-store.ts';
import type { Outcome } from '../undo.ts';
import { openViewer, useView } from '../view-store.ts';

/** The picture that an undo restores, until the sheet has it or the person does something else. */
let awaited: ImageId | null = null;

holdOnTo('undo', () => (awaited === null ? [] : [awaited]));
useGallery.subscribe((now, before) => {
  if (now.view.token !== before.view.token) arrive();
});

/** Undoes the removal of a picture, and shows it again on the sheet, and in the viewer if that is open. */
export async function returningTo(imageId: ImageId, undo: () => Promise<Outcome>): Promise<Outcome> {
  // Set before main is asked, because the view with the picture may arrive before the answer.
  awaited = imageId;
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, forget, { capture: true, once: true });
  const outcome = await undo();
  if (outcome !== 'done') forget();
  else {
    if (useView.getState().viewer !== null) openViewer(imageId);
    arrive();
  }
  return outcome;
}

function forget(): void {
  awaited = null;
}

function arrive(): void {
  if (awaited === null || indexOfImage(useGallery.getState(), awaited) < 0) return;
  selectImage(awaited);
  forget();
  const { viewer, route } = useView.getState();
  if (viewer === null && route === 'gallery') focusSelection();
}
