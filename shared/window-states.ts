import type { ImageId } from './task.ts';

/** What main and the page need to know of the app's windows. */
export interface WindowsState {
  /** Whether the main window fills its screen. */
  readonly fullScreen: boolean;
  /** Whether the second window is open. */
  readonly second: boolean;
}

/** What the second window shows. */
export interface SecondPicture {
  readonly imageId: ImageId;
  /** For screen readers: its prompt, or empty. */
  readonly name: string;
  /** Shown if the picture cannot be. */
  readonly missing: string;
}

/** What the preload of the second window puts on `window.second`. It can receive pictures and nothing else. */
export interface SecondApi {
  readonly onShow: (listener: (picture: SecondPicture) => void) => void;
}

/** The channel on which main sends SecondPicture. */
export const secondChannel = 'second:show';
