import { screen, type BrowserWindow, type Rectangle } from 'electron';
import type { JsonStore } from '../stores/json-store.ts';
import type { ViewState } from '../stores/settings-store.ts';

const initial = { width: 1280, height: 800 };

/** Where the main window opens: where it was, unless that screen is no longer connected. Then the system chooses the place. */
export function mainPlacement(viewState: JsonStore<ViewState>): Partial<Rectangle> {
  const { bounds } = viewState.get().window;
  return { ...initial, ...(bounds !== null && isOnSomeScreen(bounds) ? bounds : {}) };
}

/** Keeps the place of the main window for the next start. */
export function savePlacement(window: BrowserWindow, viewState: JsonStore<ViewState>): void {
  try {
    viewState.set({ ...viewState.get(), window: { bounds: window.getNormalBounds(), maximized: window.isMaximized() } });
  } catch {
    // The disk may be full. An error here would end the app at once, with a POST under way.
  }
}

/** Where the second window opens: in the middle of another screen, or where the system puts it if there is no other. */
export function placementBeside(main: Rectangle): Partial<Rectangle> {
  const own = screen.getDisplayMatching(main);
  const other = screen.getAllDisplays().find(({ id }) => id !== own.id);
  if (!other) return { width: 900, height: 700 };
  const { x, y, width, height } = other.workArea;
  return { x: x + Math.round(width / 10), y: y + Math.round(height / 10), width: Math.round(width * 0.8), height: Math.round(height * 0.8) };
}

function isOnSomeScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const overlapX = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x);
    const overlapY = Math.min(bounds.y + bounds.height, workArea.y + workArea.height) - Math.max(bounds.y, workArea.y);
    return overlapX >= 100 && overlapY >= 50;
  });
}
