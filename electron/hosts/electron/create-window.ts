import { app, BrowserWindow, nativeTheme } from 'electron';
import type { JsonStore } from '../../platform/stores/json-store.ts';
import type { ViewState } from '../../platform/stores/settings-store.ts';
import { followPress } from '../../platform/windows/pressed.ts';
import { mainPlacement, savePlacement } from '../../platform/windows/window-placement.ts';

const minimum = { width: 640, height: 400 };

/**
 * The app's window: sandboxed, in its last place, with the theme's background colour before the first frame. `keepsPlace`: false while the files of a
 * newer version may still be refused.
 */
export function createWindow(preloadFile: string, viewState: JsonStore<ViewState>, keepsPlace: () => boolean): BrowserWindow {
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
  followPress(window.webContents);
  if (viewState.get().window.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
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
