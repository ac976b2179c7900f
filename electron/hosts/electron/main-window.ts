import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { EarlyWords } from '../../../shared/words/early-words.ts';
import { appOrigin } from '../../platform/app-protocol.ts';
import type { Closing } from './window-closing.ts';

/** The main window. */
export interface MainWindow {
  current(): BrowserWindow | null;
  /** Opens the window and loads its page. `behind`: it is not shown until `focus`. */
  open(behind?: 'behind'): void;
  /** Brings the window to the front. */
  focus(): void;
}

export interface MainWindowDeps {
  /** `shows`: the window shows itself once its page can be seen. */
  readonly create: (shows: boolean) => BrowserWindow;
  readonly words: EarlyWords;
  /** True while the app quits: then nothing is opened or loaded. */
  readonly isEnding: () => boolean;
  /** What the person's closing the window means now. */
  readonly closing: () => Closing;
  /** Asks the person what it means. The window stays open meanwhile. */
  readonly askAboutClosing: () => void;
  /** Called when the window was hidden instead of closed. */
  readonly hidden: () => void;
  /** Called when the person has closed the window. */
  readonly closed: () => void;
  readonly quit: () => void;
  readonly log: (message: string, detail: unknown) => void;
}

/** After a second failure within this many milliseconds, the person decides what to do. */
const crashLoop = 60_000;

type Failure = 'not-loaded' | 'stopped';

/**
 * Keeps the window open until the person closes it. If the page does not load or its process dies, the page is loaded again. If something else
 * destroys the window, it is opened again. This happens once by itself, then only if the person agrees. Main keeps running, so nothing is lost.
 */
export function createMainWindow({ create, words, isEnding, closing, askAboutClosing, hidden, closed, quit, log }: MainWindowDeps): MainWindow {
  let current: BrowserWindow | null = null;
  let lastFailure = -Infinity;
  /** Counts loads and crashes. A load that a newer one interrupted is not a failure. */
  let loads = 0;

  const open = (shows = true): BrowserWindow => {
    const window = create(shows);
    current = window;
    let isClosing = false;
    window.on('close', (event) => {
      const what = isEnding() ? 'quit' : closing();
      isClosing = what === 'quit';
      if (isClosing) return;
      event.preventDefault();
      if (what === 'ask') return askAboutClosing();
      hide(window);
      hidden();
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

  /** A window in full screen would leave an empty one behind on macOS. */
  const hide = (window: BrowserWindow): void => {
    if (process.platform !== 'darwin' || !window.isFullScreen()) return window.hide();
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  };

  /** Resolves to whether the page has loaded. */
  const load = async (window: BrowserWindow): Promise<boolean> => {
    const { webContents } = window;
    loads += 1;
    const own = loads;
    try {
      await window.loadURL(`${appOrigin}/index.html`);
      return true;
    } catch (error) {
      // Chromium then loads its own error page, whose end could be mistaken for the end of the next load.
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
    // Nobody saw a hidden one stop.
    const wasSeen = current === null || current.isVisible() || current.isMinimized();
    if ((await recover()) && failure === 'stopped' && wasSeen) await ask({ message: words('dialogs.window-gone.title'), detail: words('dialogs.window-gone.loaded-again') });
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
    open: (behind) => void load(open(behind === undefined)),
    focus() {
      if (current?.isMinimized()) current.restore();
      if (current?.isVisible() === false) current.show();
      current?.focus();
    },
  };
}
