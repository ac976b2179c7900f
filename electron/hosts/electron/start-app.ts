import { release } from 'node:os';
import { app, BrowserWindow, Menu, nativeTheme, powerMonitor, protocol, session, type Event } from 'electron';
import type { EarlyWordKey } from '../../../shared/words/early-words.ts';
import type { MainLanguage, Speech } from '../../core/language/main-language.ts';
import type { AppLog } from '../../core/log/app-log.ts';
import { errorFacts } from '../../core/log/log.ts';
import type { Clock } from '../../core/util/clock.ts';
import { createProtocolHandler, latentScheme, type PictureSource } from '../../platform/app-protocol.ts';
import { fillPage } from '../../platform/fill-page.ts';
import { denyNetwork, denyPermissions } from '../../platform/page-restrictions.ts';
import { isHiddenStart } from '../../platform/login/hidden-start.ts';
import { createNativeMenu, offerContextMenu, type NativeMenu } from '../../platform/native-menus.ts';
import { endWithSession, endWithSystem } from '../../platform/process/system-shutdown.ts';
import type { ViewMemoryFile } from '../../platform/stores/view-memory-file.ts';
import type { Composed } from '../../compose/compose.ts';
import type { EarlyHost } from '../../compose/host.ts';
import { openStores, startEarly } from '../../compose/start-early.ts';
import { createFirstThumbnails } from '../../platform/first-thumbnails.ts';
import { createPageLoad } from '../../platform/page-load.ts';
import { saveWithElectronStore } from '../../platform/save-with-electron-store.ts';
import type { AppEnd } from './app-end.ts';
import type { Background } from './background.ts';
import { createWindow, drawAtZoom } from './create-window.ts';
import { handleAll, type HandleOptions } from './handle-calls.ts';
import type { OpenRequests } from './open-requests.ts';
import type { SocketServer } from '../../socket/socket-server.ts';
import type { Lifecycle } from './services-lifecycle.ts';
import { createMainWindow, type MainWindow } from './main-window.ts';
import { closingOf, startsHidden } from './window-closing.ts';
import { sendChanges } from './send-changes.ts';

export interface StartInput {
  readonly language: MainLanguage;
  readonly speech: Speech<EarlyWordKey>;
  readonly built: (file: string) => string;
  readonly appLog: AppLog;
  readonly clock: Clock;
  readonly logFolder: string;
  readonly environmentKey: string | null;
  readonly viewMemory: ViewMemoryFile;
  readonly openRequests: OpenRequests;
  readonly lifecycle: Lifecycle<Composed>;
  readonly appEnd: AppEnd;
}

/** Milliseconds after which the services start even if the window never loads its page: what was sent is watched all the same. */
const loadsWithin = 3_000;

/**
 * Starts the app in this order. There are two processors in an ordinary computer, and the window should have both for its first frame.
 *
 * 1. The small files that the window needs are read.
 * 2. Electron is ready: the window opens, and its page begins to load. Its calls wait for their handlers.
 * 3. The page has asked for its HTML: the threads start, and the database opens. Sooner, they would slow down Chromium's own start. The thread of the views
 *    starts when the page has its files, because nobody asks it before.
 * 4. The page has its files, and the thumbnails of the pictures that it begins with, all of which are served by this thread: the rest of main's code is read,
 *    and the services are built. The thumbnails do not wait for the history, which takes longer to open the more it holds.
 * 5. The engine runs: other programs of the same user may call (electron/socket).
 *
 * Rejects if the services cannot be built or started.
 */
export async function startApp({ language, speech, built, appLog, clock, logFolder, environmentKey, viewMemory, openRequests, lifecycle, appEnd }: StartInput): Promise<void> {
  const { log } = appLog;
  const { words } = speech;
  let mainWindow: MainWindow | null = null;
  let programs: SocketServer | null = null;
  let background: Background | null = null;
  let nativeMenu: NativeMenu;
  const window = (): BrowserWindow | null => mainWindow?.current() ?? null;
  const host: EarlyHost = {
    earlyWords: words,
    version: app.getVersion(),
    versions,
    userData: app.getPath('userData'),
    logFolder,
    appLog,
    clock,
    environmentKey,
    built,
    picturesFolder: () => app.getPath('pictures'),
    save: saveWithElectronStore,
    send(changes) {
      sendChanges(window(), changes);
      programs?.publish(changes);
      background?.changed(changes);
    },
    viewMemory: {
      repair: viewMemory.repair,
      set(view) {
        viewMemory.set(view);
        const current = window();
        if (current !== null) drawAtZoom(current, view.zoom);
      },
    },
  };
  const stores = openStores(host);
  const page = createPageLoad();
  const firstPictures = (viewMemory.get().firstScreen?.pictures ?? []).map(({ imageId }) => imageId);
  const firstThumbnails = createFirstThumbnails(firstPictures);
  // Before `ready`, this keeps Electron from building its default menu, which Latent's own takes the place of once the page describes it.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  const quit = (): void => app.quit();

  // The page loads while the database opens, and its calls wait. If the database cannot be opened, the page is never answered:
  // a message explains why, and the app quits.
  const ready = Promise.withResolvers<Composed>();
  // Not `lifecycle.running()`, which is null while the app quits.
  let engine: Composed['engine'] | null = null;

  const calls: HandleOptions = {
    windowId: () => window()?.webContents.id ?? null,
    log: (message, detail) => log.warn('ipc', message, errorFacts(detail)),
    // What is typed at once is kept, even if the app ends or its page is loaded again before the services are there, or they never are.
    waits: (channel, input) => {
      if (channel === 'app:remember' && engine === null) viewMemory.hold(input);
    },
  };

  const comeToFront = (): void => {
    if (window() === null) mainWindow?.open();
    else mainWindow?.focus();
  };

  const openBehind = (): void => {
    if (window() === null) mainWindow?.open('behind');
  };
  const closingFacts = () => ({ platform: process.platform, keepRunning: stores.settings.get().keepRunning, comesBack: app.hasSingleInstanceLock() });

  // Until the window opens, what another program asks for only waits.
  let opened = (given: readonly string[], folder: string): void => void openRequests.add(given, folder);
  app.on('second-instance', (_event, args, folder) => opened(args.slice(1), folder));
  // On macOS, no second start brings what is to be opened while this one ends.
  const openedByMac = (event: Event, given: string): void => {
    event.preventDefault();
    if (appEnd.isEnding()) appEnd.startedAgain([given], '');
    else opened([given], '');
  };
  app.on('open-url', openedByMac);
  app.on('open-file', openedByMac);

  const openWindow = (): void => {
    endWithSystem({ process, powerMonitor }, { quit });
    endWithSession(app, process.platform, () => void new BrowserWindow({ show: false }), { quit, isSubmitting: () => engine?.isSubmitting() ?? false });
    nativeTheme.themeSource = stores.settings.get().theme;

    denyPermissions(session.defaultSession);
    denyNetwork(session.defaultSession);
    // Otherwise Chromium downloads a dictionary at the first start.
    session.defaultSession.setSpellCheckerEnabled(false);
    offerContextMenu(app, words);
    nativeMenu = createNativeMenu({ words, window, comeToFront });

    // A later window is shown.
    let staysHidden = startsHidden({ ...closingFacts(), asked: isHiddenStart(process.argv), startedAtLogin: process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin });
    mainWindow = createMainWindow({
      create(shows) {
        const created = createWindow(built('preload.cjs'), stores.viewState, () => engine !== null, shows && !staysHidden);
        staysHidden = false;
        created.webContents.on('did-navigate', () => drawAtZoom(created, viewMemory.get().zoom));
        return created;
      },
      words,
      isEnding: appEnd.isEnding,
      // A page that still loads can ask nothing.
      closing: () => closingOf({ ...closingFacts(), hasWork: background !== null && window()?.webContents.isLoading() === false && (engine?.hasWork() ?? false) }),
      askAboutClosing: () => background?.askToKeepRunning(),
      // As when the window closes.
      hidden: () => void lifecycle.running()?.callHandler('windows:set', { second: false }),
      closed() {
        // Not `window-all-closed`: the hidden decoder window may still be open.
        if (process.platform !== 'darwin') quit();
      },
      quit,
      log: (message, detail) => log.error('app', message, errorFacts(detail)),
    });
    opened = (given, folder) => {
      if (appEnd.isEnding()) return;
      const comesToFront = openRequests.add(given, folder);
      lifecycle.running()?.opened();
      if (comesToFront) comeToFront();
    };
    const pictures: PictureSource = {
      file: async (id) => (await ready.promise).pictures.file(id),
      thumbnail: async (id) => (firstThumbnails.has(id) ? firstThumbnails.read(id) : (await ready.promise).pictures.thumbnail(id)),
      reference: async (sha256) => (await ready.promise).pictures.reference(sha256),
    };
    protocol.handle(latentScheme.scheme, createProtocolHandler(built('renderer'), pictures, (html) => fillPage(html, { view: viewMemory.get(), spoken: speech.spoken(), words }), page.answered));
    handleAll(ready.promise.then(({ callHandler }) => callHandler), calls);
    if (appEnd.isEnding()) page.end();
    else mainWindow.open();
    clock.after(loadsWithin, page.end);
  };

  const build = async (): Promise<Composed> => {
    await page.asked;
    const early = startEarly(host, stores, page.served);
    if (firstPictures.length > 0) firstThumbnails.found(early.thumbnailStore.peek(firstPictures));
    await page.served;
    await firstThumbnails.answered(early.database);
    // Most of main's code.
    const { compose, createElectronHost, takeDroppedFiles } = await import('./late-parts.ts');
    takeDroppedFiles(async (paths) => void (await (await ready.promise).importer.begin(paths)), calls);
    const composed = await compose(createElectronHost(host, language, { window, openRequests, nativeMenu, appEnd, comeToFront, openBehind, view: viewMemory.get }), early);
    return {
      ...composed,
      async close() {
        // First, so that nobody calls what is closing.
        await programs?.close();
        return composed.close();
      },
    };
  };

  const workInBackground = async (composed: Composed): Promise<void> => {
    const { startBackground } = await import('./late-parts.ts');
    background = startBackground({
      app,
      language,
      clock,
      log,
      services: composed,
      settings: stores.settings.get,
      window,
      built,
      isTaken: () => !openRequests.waits(),
      go(what) {
        if (appEnd.isEnding()) return;
        if (what !== undefined) {
          openRequests.go(what);
          composed.opened();
        }
        comeToFront();
      },
    });
  };

  /** Last, because the window needs nothing of it. */
  const serve = async ({ callHandler }: Composed): Promise<void> => {
    const { servePrograms } = await import('./late-parts.ts');
    const served = await servePrograms(app, callHandler, log);
    if (appEnd.isEnding()) await served?.close();
    else programs = served;
  };

  const building = app.whenReady().then(() => language.set(stores.settings.get().language)).then(openWindow).then(build);
  lifecycle.start(building);
  const services = await building;
  firstThumbnails.end();
  ready.resolve(services);
  engine = services.engine;
  // If the person has quit meanwhile, nothing more is started.
  if (appEnd.isEnding()) return;
  await services.start();
  if (!appEnd.isEnding()) await workInBackground(services);
  if (!appEnd.isEnding()) await serve(services);

  powerMonitor.on('resume', () => {
    log.info('app', 'woke from sleep');
    services.engine.wake();
  });
  app.on('browser-window-focus', () => services.focused());
  app.on('activate', () => {
    const isHidden = window()?.isVisible() !== true && window()?.isMinimized() !== true;
    if (isHidden && BrowserWindow.getFocusedWindow() === null && !appEnd.isEnding()) comeToFront();
  });
}

function versions(): Readonly<Record<string, string>> {
  const { electron, chrome, node } = process.versions;
  return { latent: app.getVersion(), electron, chrome, node, system: `${process.platform} ${release()} ${process.arch}`, locale: app.getLocale() };
}
