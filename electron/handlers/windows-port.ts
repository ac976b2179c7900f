import type { ImageId } from '../../shared/task.ts';
import type { NativeMenus } from '../../shared/windows/native-menu.ts';
import type { WindowsState } from '../../shared/windows/window-states.ts';

/** The app's windows. electron/platform/windows/app-windows.ts implements it. */
export interface Windows {
  state(): WindowsState;
  set(wanted: { readonly fullScreen?: boolean | undefined; readonly second?: boolean | undefined }): void;
  /** Closes the main window as its button does. */
  close(): void;
  /** The menu bar. */
  setMenus(menus: NativeMenus): void;
  /** Shows a picture in the second window, if that is open. */
  show(picture: { readonly imageId: ImageId; readonly name: string }): void;
}
