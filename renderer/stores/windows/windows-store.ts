import { create } from 'zustand';
import type { WindowsState } from '../../../shared/windows/window-states.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { descriptionOf } from '../pictures/descriptions.ts';
import { lead, useSelection } from '../selection/selection-store.ts';
import { useView } from './view-store.ts';

/** The state of the app's windows. Main and the system can change it too. */
export const useWindows = create<WindowsState>(() => ({ fullScreen: false, second: false }));

const change = async (wanted: Partial<WindowsState>): Promise<void> => {
  const answer = await notifyIfFailed(bridge.windowsSet(wanted));
  if (answer.ok) useWindows.setState(answer.value);
};

/** Reads the state after the page was loaded. */
export const readWindows = (): Promise<void> => change({});

export const toggleFullScreen = (): void => void change({ fullScreen: !useWindows.getState().fullScreen });

/** Opens the second window, which follows the selected picture, or closes it. */
export const toggleSecondWindow = (): void => void change({ second: !useWindows.getState().second });

/** The picture that the second window shows now. */
let shown: number | null = null;

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
  void bridge.windowsShow({ imageId, name: (descriptionOf(imageId)?.task.request.prompt ?? '').slice(0, 1000) });
}

useWindows.subscribe(follow);
useView.subscribe(follow);
useSelection.subscribe(follow);
