import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { Words } from '../shared/words/index.ts';
import { loadApp } from './window.ts';

/** The one window, while there is one. */
export interface MainWindow {
  current(): BrowserWindow | null;
  /** Opens the window and loads its page. */
  open(): void;
  /** Brings it to the front. */
  focus(): void;
  /** Takes it out of sight: the app ends. */
  hide(): void;
}

export interface MainWindowDeps {
  readonly create: () => BrowserWindow;
  readonly words: Words;
  /** The app ends, so nothing is opened or loaded any more. */
  readonly isEnding: () => boolean;
  /** The person closed the window. */
  readonly closed: () => void;
  readonly quit: () => void;
  readonly log: (message: string, detail: unknown) => void;
}

/** Milliseconds within which a second failure is no coincidence: the person decides what to do. */
const crashLoop = 60_000;

type Failure = 'not-loaded' | 'stopped';

/**
 * Keeps the window there until the person closes it. A page that does not load or whose process dies is loaded again, and a window that
 * something else destroys is opened again: once by itself, then only if the person says so. Main goes on meanwhile, so nothing is lost.
 */
export function createMainWindow({ create, words, isEnding, closed, quit, log }: MainWindowDeps): MainWindow {
  let current: BrowserWindow | null = null;
  let lastFailure = -Infinity;
  /** Counts loads and crashes: a load that failed because of a newer one is no failure. */
  let loads = 0;

  const open = (): BrowserWindow => {
    const window = create();
    current = window;
    let isClosing = false;
    window.on('close', () => {
      isClosing = true;
    });
    window.on('closed', () => {
      current = null;
      loads += 1;
      if (isEnding()) return;
      if (isClosing) closed();
      else failed('stopped', 'destroyed');
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      loads += 1;
      if (reason !== 'clean-exit') failed('stopped', reason);
    });
    return window;
  };

  /** Resolves with whether the page is there. */
  const load = async (window: BrowserWindow): Promise<boolean> => {
    const { webContents } = window;
    loads += 1;
    const own = loads;
    try {
      await loadApp(window);
      return true;
    } catch (error) {
      // Chromium puts a page of its own in place of one that fails; its end would be taken for the end of the next load.
      if (!webContents.isDestroyed() && webContents.isLoading()) await new Promise<void>((resolve) => webContents.once('did-stop-loading', () => resolve()));
      if (own === loads && !webContents.isDestroyed()) failed('not-loaded', error);
      return false;
    }
  };

  const recover = async (): Promise<boolean> => {
    if (isEnding()) return false;
    if (current !== null) return load(current);
    return load(open());
  };

  const failed = (failure: Failure, detail: unknown): void => {
    if (isEnding()) return;
    log(`the window failed: ${failure}`, detail);
    const again = performance.now() - lastFailure > crashLoop;
    lastFailure = performance.now();
    (again ? loadAgain(failure) : askToLoad(failure)).catch((error: unknown) => log('the window could not be opened again', error));
  };

  const loadAgain = async (failure: Failure): Promise<void> => {
    if ((await recover()) && failure === 'stopped') await ask({ message: words('dialogs.window-gone.title'), detail: words('dialogs.window-gone.loaded-again') });
  };

  const askToLoad = async (failure: Failure): Promise<void> => {
    const title = failure === 'stopped' ? 'dialogs.window-gone.title' : 'dialogs.window-gone.not-loaded-title';
    const detail = failure === 'stopped' ? 'dialogs.window-gone.gave-up' : 'dialogs.window-gone.not-loaded';
    const response = await ask({ message: words(title), detail: words(detail), buttons: [words('dialogs.window-gone.load'), words('dialogs.menu.quit')] });
    if (response === 0) await recover();
    else quit();
  };

  const ask = async (options: MessageBoxOptions): Promise<number> => {
    const question = { type: 'warning', ...options } as const;
    const { response } = await (current?.isVisible() ? dialog.showMessageBox(current, question) : dialog.showMessageBox(question));
    return response;
  };

  return {
    current: () => current,
    open: () => void load(open()),
    focus() {
      if (current?.isMinimized()) current.restore();
      current?.focus();
    },
    hide: () => current?.hide(),
  };
}
