import type { ImageId } from '../task.ts';

/** The state of the app's windows, which main and the page share. */
export interface WindowsState {
  /** Whether the main window fills its screen. */
  readonly fullScreen: boolean;
  /** Whether the second window is open. */
  readonly second: boolean;
}

/** What the second window shows. */
export interface SecondPicture {
  readonly imageId: ImageId;
  /** Its prompt for screen readers, or empty. */
  readonly name: string;
  /** The message to show if the picture cannot be shown. */
  readonly missing: string;
  /** The page's `lang` and `dir`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/** What the preload of the second window puts on `window.second`. It can only receive pictures. */
export interface SecondApi {
  readonly onShow: (listener: (picture: SecondPicture) => void) => void;
}

/** The channel on which main sends SecondPicture. */
export const secondChannel = 'second:show';
