import { app, BrowserWindow, nativeTheme } from 'electron';
import type { JsonStore } from '../../platform/stores/json-store.ts';
import type { ViewState } from '../../platform/stores/settings-store.ts';
import { followPress } from '../../platform/windows/pressed.ts';
import { mainPlacement, savePlacement } from '../../platform/windows/window-placement.ts';

const minimum = { width: 640, height: 400 };

/** The windows that the person can bring back, also while they are hidden. */
const lasting = new WeakSet<BrowserWindow>();

/** Whether a window is one that the person has open, or can show again. Pictures are decoded and printed in others. */
export const isPersons = (window: BrowserWindow): boolean => lasting.has(window) || window.isVisible() || window.isMinimized();

/**
 * The app's window: sandboxed, in its last place, with the theme's background colour before the first frame. `keepsPlace`: false while the files of a
 * newer version may still be refused. `shows`: false if it waits for somebody to show it.
 */
export function createWindow(preloadFile: string, viewState: JsonStore<ViewState>, keepsPlace: () => boolean, shows = true): BrowserWindow {
  const window = new BrowserWindow({
    ...mainPlacement(viewState),
    minWidth: minimum.width,
    minHeight: minimum.height,
    show: false,
    title: 'Latent',
    // Except on macOS, Alt shows the menus.
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#131314' : '#f3f3f4',
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  lasting.add(window);
  followPress(window.webContents);
  if (viewState.get().window.maximized) {
    // It would show the window.
    if (shows) window.maximize();
    else window.once('show', () => window.maximize());
  }
  if (shows) window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    if (keepsPlace()) savePlacement(window, viewState);
  });
  return window;
}

/** Zooms the whole interface. Chromium keeps one zoom for all pages of the app, so it is set after each load. */
export function drawAtZoom({ webContents }: BrowserWindow, percent: number): void {
  const factor = percent / 100;
  if (Math.abs(webContents.getZoomFactor() - factor) > 0.001) webContents.setZoomFactor(factor);
}
