import type { ImageId } from '../../../shared/task.ts';
import { locate, useGallery } from '../gallery/gallery-store.ts';
import { focusSelection, selectImage } from './selection-store.ts';
import type { Outcome } from '../undo.ts';
import { openViewer, useView } from '../windows/view-store.ts';

/** The picture that an undo restores, until the sheet has it or the person does something else. */
let awaited: ImageId | null = null;

useGallery.subscribe((now, before) => {
  if (now.view.token !== before.view.token || now.view.revision !== before.view.revision) void arrive();
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
  const imageId = awaited;
  const at = imageId === null ? null : await locate(imageId);
  if (imageId === null || at === null || at < 0 || awaited !== imageId) return;
  selectImage(imageId, at);
  forget();
  const { viewer, route } = useView.getState();
  if (viewer === null && route === 'gallery') focusSelection();
}
