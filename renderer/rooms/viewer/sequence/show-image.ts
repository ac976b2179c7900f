import type { ImageId } from '../../../../shared/task.ts';
import { selectImage } from '../../../stores/selection/selection-store.ts';
import { closeViewer, openViewer, useView } from '../../../stores/view-store.ts';
import { currentWords } from '../../../words/words.ts';
import { notify } from '../../../ui/toast.tsx';

/** Shows a picture in the viewer. The gallery below follows, so that closing leads to the picture that was looked at last. */
export function showImage(id: ImageId | null): void {
  if (id === null) return;
  selectImage(id);
  openViewer(id);
}

/** After a picture was removed, shows the one beside it, unless the viewer already shows another. After the last one the viewer closes, and a message says so. */
export function leaveImage(id: ImageId, beside: ImageId | null, show: (id: ImageId) => void): void {
  if (useView.getState().viewer !== id) return;
  if (beside !== null) return show(beside);
  closeViewer();
  notify(currentWords()('viewer.was-last'));
}
