import { create } from 'zustand';
import type { WindowsState } from '../../../shared/windows/window-states.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** The state of the app's windows. Main and the system can change it too. second-window.ts sends pictures to the second one. */
export const useWindows = create<WindowsState>(() => ({ fullScreen: false, second: false }));

export const changeWindows = async (wanted: Partial<WindowsState>): Promise<void> => {
  const answer = await notifyIfFailed(bridge.windowsSet(wanted));
  if (answer.ok) useWindows.setState(answer.value);
};

/** Reads the state after the page was loaded. */
export const readWindows = (): Promise<void> => changeWindows({});

export const toggleFullScreen = (): void => void changeWindows({ fullScreen: !useWindows.getState().fullScreen });
