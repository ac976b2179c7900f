import { app, BrowserWindow, globalShortcut, ipcMain, nativeTheme, screen, type IpcMainEvent } from 'electron';
import { quickChannels, type QuickAsked, type QuickOrder, type QuickPress, type QuickShown, type QuickView } from '../../../shared/windows/quick-field.ts';
import { quickMessageSchema } from '../../../shared/windows/quick-field-schema.ts';
import type { ViewMemory } from '../../../shared/windows/view-memory.ts';
import type { AccountId } from '../../../shared/task.ts';
import { appOrigin } from '../app-protocol.ts';
import { placeOfField, sizeOfField } from './quick-place.ts';
import { createQuickShortcut, onWayland } from './quick-shortcut.ts';

/** The main window, as the field needs it. */
export interface MainWindowForQuick {
  /** Opens the main window without showing it, if there is none: its page does the work. */
  openBehind(): void;
  comeToFront(): void;
  /** How the window was left: the text that was not sent, and the zoom. */
  view(): Pick<ViewMemory, 'quickDraft' | 'zoom'>;
  /** True while Latent quits. */
  isEnding(): boolean;
}

export interface QuickWindowDeps extends MainWindowForQuick {
  readonly preloadFile: string;
  /** The page of the main window shall take what the field asks. */
  readonly asked: () => void;
  readonly failed: (reason: unknown) => void;
  readonly refused: (what: string) => void;
}

/**
 * The quick prompt: a small window above all others, which is hidden when it loses the focus. Its page is sandboxed and may say four things (quick-field.ts); what
 * it types is composed and sent by the page of the main window. It is made at its first use, and keeps no app alive.
 */
export function createQuickField({ preloadFile, asked, failed, refused, openBehind, comeToFront, view, isEnding }: QuickWindowDeps) {
  let window: BrowserWindow | null = null;
  let text: string | null = null;
  let accountId: AccountId | null = null;
  let press: QuickPress | null = null;
  /** What is shown now, for a page that is still being loaded. */
  let latest: QuickView | null = null;

  const isOpen = (): boolean => window !== null && !window.isDestroyed() && window.isVisible();
  const textNow = (): string => (text ??= view().quickDraft);
  const send = (order: QuickOrder): void => {
    if (window !== null && !window.webContents.isDestroyed()) window.webContents.send(quickChannels.order, order);
  };
  const hide = (): void => {
    if (!isOpen()) return;
    window?.hide();
    asked();
  };

  const hear = (event: IpcMainEvent, input: unknown): void => {
    const frame = event.senderFrame;
    const isOurs = window !== null && !window.isDestroyed() && event.sender === window.webContents && frame !== null && frame.parent === null && frame.url === `${appOrigin}/quick.html`;
    const parsed = isOurs ? quickMessageSchema.safeParse(input) : null;
    if (parsed?.success !== true) return refused(isOurs ? 'a message that is none' : 'another page');
    const message = parsed.data;
    if (message.kind === 'close') return hide();
    if (message.kind === 'text') text = message.text;
    else if (message.kind === 'account') ({ accountId } = message);
    else {
      // Nobody presses a key in a window that is not there.
      if (!isOpen()) return refused('a press while it is closed');
      ({ text } = message);
      press = { text: message.text, accountId, offer: message.offer };
    }
    asked();
  };

  const create = (): BrowserWindow => {
    const created = new BrowserWindow({
      ...sizeOfField,
      show: false,
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Latent',
      // On macOS, a panel takes keys without bringing the app's other windows to the front.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#222225' : '#ffffff',
      webPreferences: { preload: preloadFile, sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false, devTools: !app.isPackaged },
    });
    created.setAlwaysOnTop(true, 'screen-saver');
    if (process.platform === 'darwin') created.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true });
    created.on('blur', hide);
    created.webContents.on('did-finish-load', () => {
      send({ kind: 'opened', text: textNow() });
      if (latest !== null) send({ kind: 'shown', view: latest, outcome: null });
    });
    created.webContents.on('render-process-gone', () => created.destroy());
    created.on('closed', () => {
      if (window === created) window = null;
      asked();
    });
    created.loadURL(`${appOrigin}/quick.html`).catch((error: unknown) => {
      failed(error);
      if (!created.isDestroyed()) created.destroy();
    });
    return created;
  };

  const open = (): void => {
    if (isEnding()) return;
    openBehind();
    window ??= create();
    window.setBounds(placeOfField(screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea, view().zoom));
    // The account is that of the compose bar until the person chooses another one here.
    accountId = null;
    press = null;
    send({ kind: 'opened', text: textNow() });
    window.show();
    window.focus();
    asked();
  };

  const toggle = (): void => (isOpen() ? hide() : open());
  const shortcut = createQuickShortcut({ globalShortcut, isWayland: onWayland(process.platform, process.env), pressed: toggle, changed: asked });
  ipcMain.on(quickChannels.message, hear);

  return {
    toggle,
    take(): QuickAsked {
      const taken = press;
      press = null;
      return { isOpen: isOpen(), text: textNow(), accountId, press: taken, shortcut: shortcut.state() };
    },
    show(shown: QuickShown) {
      const isSent = shown.outcome !== null && shown.outcome.is !== 'kept';
      // The text has gone where it was to go.
      if (isSent) text = '';
      latest = shown.view;
      send({ kind: 'shown', ...shown });
      if (shown.outcome?.is === 'window') {
        hide();
        comeToFront();
      }
      // So that the page does not remember a text that it took before.
      if (isSent) asked();
    },
    setShortcut: shortcut.set,
    close() {
      shortcut.set(null);
      ipcMain.off(quickChannels.message, hear);
      if (window !== null && !window.isDestroyed()) window.destroy();
    },
  };
}
