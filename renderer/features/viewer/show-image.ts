import type { ImageId } from '../../../shared/task.ts';
import { selectImage } from '../../stores/selection-store.ts';
import { closeViewer, openViewer, useView } from '../../stores/view-store.ts';

/** Shows a picture in the viewer. The gallery below follows, so that closing leads to the picture that was looked at last. */
export function showImage(id: ImageId | null): void {
  if (id === null) return;
  selectImage(id);
  openViewer(id);
}

/** Goes on from a picture that is in the trash now to the one beside it, unless the viewer shows another or is closed: that may take its time. */
export function leaveImage(id: ImageId, beside: ImageId | null): void {
  if (useView.getState().viewer !== id) return;
  if (beside === null) closeViewer();
  else showImage(beside);
}
