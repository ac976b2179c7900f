import { app, BrowserWindow } from 'electron';
import type { Words } from '../../../shared/words/index.ts';
import { secondChannel, type SecondPicture, type WindowsState } from '../../../shared/windows/window-states.ts';
import { directionOf, tagOf } from '../../../shared/words/languages.ts';
import type { MainLanguage } from '../../core/language/main-language.ts';
import { appOrigin } from '../app-protocol.ts';
import { placementBeside } from './window-placement.ts';

interface WindowsDeps {
  /** The main window. */
  readonly window: () => BrowserWindow | null;
  readonly language: Pick<MainLanguage, 'spoken' | 'onChange'>;
  readonly preloadFile: string;
  readonly words: Words;
  readonly changed: (state: WindowsState) => void;
  readonly failed: (reason: unknown) => void;
}

/**
 * The main window's full screen, and a second window that shows one picture large, on another screen if there is one. Its page only receives what
 * to show and can call nothing. It closes with the main window.
 */
export function createWindows({ window, language, preloadFile, words, changed, failed }: WindowsDeps) {
  let second: BrowserWindow | null = null;
  let latest: Pick<SecondPicture, 'imageId' | 'name'> | null = null;
  const watched = new WeakSet<BrowserWindow>();
  const state = (): WindowsState => ({ fullScreen: window()?.isFullScreen() ?? false, second: second !== null });
  const tell = (): void => changed(state());

  /** Reports changes of the full screen that the system makes. A window that is opened again is a new object, so it is watched again. */
  const watch = (main: BrowserWindow): void => {
    if (watched.has(main)) return;
    watched.add(main);
    main.on('enter-full-screen', tell);
    main.on('leave-full-screen', tell);
    main.on('closed', () => second?.destroy());
  };

  const send = (): void => {
    if (second !== null && latest !== null) second.webContents.send(secondChannel, completed(latest));
  };

  const completed = (picture: Pick<SecondPicture, 'imageId' | 'name'>): SecondPicture => {
    const { language: spoken } = language.spoken();
    return { ...picture, missing: words('dialogs.second-window.missing'), language: tagOf(spoken), direction: directionOf(spoken) };
  };

  const open = (main: BrowserWindow): void => {
    const opened = new BrowserWindow({
      ...placementBeside(main.getBounds()),
      minWidth: 320,
      minHeight: 240,
      title: 'Latent',
      backgroundColor: '#0e0e0f',
      autoHideMenuBar: true,
      webPreferences: { preload: preloadFile, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false, devTools: !app.isPackaged },
    });
    second = opened;
    opened.webContents.on('did-finish-load', send);
    opened.webContents.on('render-process-gone', () => opened.destroy());
    opened.webContents.on('before-input-event', (_event, { type, key }) => {
      if (type !== 'keyDown') return;
      if (key === 'F11') opened.setFullScreen(!opened.isFullScreen());
      else if (key === 'Escape' && opened.isFullScreen()) opened.setFullScreen(false);
      else if (key === 'Escape') opened.close();
    });
    opened.on('closed', () => {
      if (second === opened) second = null;
      tell();
    });
    opened.loadURL(`${appOrigin}/second.html`).catch((error: unknown) => {
      failed(error);
      if (!opened.isDestroyed()) opened.destroy();
    });
    // The main window keeps the focus, because its keys choose the pictures.
    main.focus();
  };

  language.onChange(send);

  /** It counts as closed at once, so that the same key opens another while the system still closes this one. */
  const close = (): void => {
    const closing = second;
    second = null;
    closing?.close();
  };

  return {
    state,
    set({ fullScreen, second: wantsSecond }: { readonly fullScreen?: boolean | undefined; readonly second?: boolean | undefined }): void {
      const main = window();
      if (main === null) return;
      watch(main);
      if (fullScreen !== undefined) main.setFullScreen(fullScreen);
      if (wantsSecond === true && second === null) open(main);
      if (wantsSecond === false) close();
    },
    show(picture: Pick<SecondPicture, 'imageId' | 'name'>): void {
      latest = picture;
      send();
    },
  };
}
