import { app, BrowserWindow, nativeTheme, screen, type Rectangle } from 'electron';
import type { JsonStore } from '../platform/stores/json-store.ts';
import type { ViewState } from '../platform/stores/settings-store.ts';

const minimum = { width: 640, height: 400 };
const first = { width: 1280, height: 800 };

/** The app's window: sandboxed, in its last place, with the theme's background colour before the first frame. */
export function createWindow(preloadFile: string, viewState: JsonStore<ViewState>): BrowserWindow {
  const { bounds, maximized } = viewState.get().window;
  const window = new BrowserWindow({
    ...first,
    ...(bounds !== null && isOnSomeScreen(bounds) ? bounds : {}),
    minWidth: minimum.width,
    minHeight: minimum.height,
    show: false,
    title: 'Latent',
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
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    try {
      viewState.set({ ...viewState.get(), window: { bounds: window.getNormalBounds(), maximized: window.isMaximized() } });
    } catch {
      // The disk may be full. An error here would end the app at once, with a POST under way.
    }
  });
  return window;
}

/** Zooms the whole interface. Chromium keeps one zoom for all pages of the app, so it is set after each load. */
export function drawAtZoom({ webContents }: BrowserWindow, percent: number): void {
  const factor = percent / 100;
  if (Math.abs(webContents.getZoomFactor() - factor) > 0.001) webContents.setZoomFactor(factor);
}

/** If the screen is no longer connected, the system chooses the window's place. */
function isOnSomeScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const overlapX = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x);
    const overlapY = Math.min(bounds.y + bounds.height, workArea.y + workArea.height) - Math.max(bounds.y, workArea.y);
    return overlapX >= 100 && overlapY >= 50;
  });
}
