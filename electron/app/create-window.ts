import { app, BrowserWindow, nativeTheme, screen, type Rectangle } from 'electron';
import { appOrigin } from '../platform/app-protocol.ts';
import type { JsonStore } from '../platform/json-store.ts';
import type { ViewState } from '../platform/settings-store.ts';

const minimum = { width: 640, height: 400 };
const first = { width: 1280, height: 800 };

/** The one window: sandboxed, its place remembered, painted in the theme's own ground before the first frame. */
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
    viewState.set({ ...viewState.get(), window: { bounds: window.getNormalBounds(), maximized: window.isMaximized() } });
  });
  return window;
}

/** Draws the whole interface larger or smaller, in percent. Pages of the app share one zoom, and Chromium keeps it: so it is set after each load. */
export function drawAtZoom({ webContents }: BrowserWindow, percent: number): void {
  const factor = percent / 100;
  if (Math.abs(webContents.getZoomFactor() - factor) > 0.001) webContents.setZoomFactor(factor);
}

export function loadApp(window: BrowserWindow): Promise<void> {
  return window.loadURL(`${appOrigin}/index.html`);
}

/** A screen that was there last time may be gone; then the window opens where the system likes. */
function isOnSomeScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const overlapX = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x);
    const overlapY = Math.min(bounds.y + bounds.height, workArea.y + workArea.height) - Math.max(bounds.y, workArea.y);
    return overlapX >= 100 && overlapY >= 50;
  });
}
