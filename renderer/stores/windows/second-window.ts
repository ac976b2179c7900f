import { cutText } from '../../../shared/request/plain-text.ts';
import { bridge } from '../../bridge.ts';
import { descriptionOf } from '../pictures/descriptions.ts';
import { lead, useSelection } from '../selection/selection-store.ts';
import { useView } from './view-store.ts';
import { changeWindows, useWindows } from './windows-store.ts';

/** Opens the second window, which follows the selected picture, or closes it. */
export const toggleSecondWindow = (): void => void changeWindows({ second: !useWindows.getState().second });

/** The picture that the second window shows now. */
let shown: number | null = null;

/** Sends the picture in the viewer, or else the selected one, to the second window. */
function follow(): void {
  if (!useWindows.getState().second) {
    shown = null;
    return;
  }
  const { viewer } = useView.getState();
  const leading = lead();
  const imageId = viewer ?? (leading?.kind === 'image' ? leading.imageId : null);
  if (imageId === null || imageId === shown) return;
  shown = imageId;
  void bridge.windowsShow({ imageId, name: cutText(descriptionOf(imageId)?.task.request.prompt ?? '', 1000) });
}

useWindows.subscribe(follow);
useView.subscribe(follow);
useSelection.subscribe(follow);
