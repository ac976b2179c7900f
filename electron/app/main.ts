import path from 'node:path';
import { app, dialog, nativeTheme, powerMonitor, protocol, safeStorage, session } from 'electron';
import { AppFailure } from '../../shared/errors.ts';
import type { ViewMemory } from '../../shared/view-memory.ts';
import { wordsFor, type Words } from '../../shared/words/index.ts';
import { takeDroppedFiles } from '../ipc/dropped-files.ts';
import { handleAll } from '../ipc/handle.ts';
import type { HandleOptions } from '../ipc/answer.ts';
import { settledWithin } from '../core/util/settled-within.ts';
import { errorFacts } from '../core/log/log.ts';
import { createSystemClock } from '../core/util/system-clock.ts';
import { failureDetails } from '../database/client/database-failures.ts';
import { takeInstanceLock } from '../database/client/instance-lock.ts';
import { createProtocolHandler, latentScheme, type PictureSource } from '../platform/app-protocol.ts';
import { watchForCrashes } from '../platform/crash-watch.ts';
import { takeEnvironmentKey } from '../platform/environment-key.ts';
import { denyNetwork, denyPermissions, guardPages } from '../platform/guards.ts';
import { answerAsReader, readerSwitch } from '../platform/keyring.ts';
import { openDiary } from '../platform/log-files.ts';
import { leave } from '../platform/leave.ts';
import { offerContextMenu, setApplicationMenu } from '../platform/menus.ts';
import { openSettingsStore, openViewStateStore } from '../platform/settings-store.ts';
import { refusedStart } from '../platform/start-switches.ts';
import { endWithSession, endWithSystem } from '../platform/system-end.ts';
import { widenThreadPool } from '../platform/thread-pool.ts';
import { openViewMemory, type ViewMemoryKeeper } from '../platform/view-memory-file.ts';
import { versions } from './diagnostics-sources.ts';
import { createLife } from './app-life.ts';
import { createMainWindow, type MainWindow } from './main-window.ts';
import { buildServices, type RunningServices } from './build-services.ts';
import { createWindow, drawAtZoom } from './create-window.ts';

/** The app's life: one instance, one window, services started once and closed in order. Nobody imports this file. */

const built = (file: string): string => path.join(app.getAppPath(), 'dist', file);

let mainWindow: MainWindow | null = null;
/** The process is about to exit. */
let isLeaving = false;
/** Latent was started again while it was quitting. */
let isWantedAgain = false;
let viewMemory: ViewMemoryKeeper | null = null;

// Before anything reads a file.
widenThreadPool(process.env);

// Read and removed before any other process of ours can inherit it.
const environmentKey = takeEnvironmentKey(process.env);

// Electron does not apply this switch by itself. It must be applied before anything asks for the folder.
const userDataSwitch = app.commandLine.getSwitchValue('user-data-dir');
if (userDataSwitch !== '') app.setPath('userData', path.resolve(userDataSwitch));

const clock = createSystemClock();
const logFolder = path.join(app.getPath('userData'), 'logs');
const diary = openDiary(logFolder, app.isPackaged ? null : process.stderr);
const log = (message: string, detail: unknown): void => diary.log.error('app', message, errorFacts(detail));

const life = createLife<RunningServices>(clock, (error) => log('closing failed', error));

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;
const refused = refusedStart((name) => app.commandLine.hasSwitch(name), { isPackaged: app.isPackaged, isLinuxRoot });

if (refused === 'debugging') {
  // At once, before the debugger that the switch enables can be used.
  tellRefused(wordsFor(app.getLocale())('dialogs.refused-start.debugging'));
} else if (refused === 'without-sandbox') {
  app.whenReady().then(() => tellRefused(wordsFor(app.getLocale())('dialogs.refused-start.without-sandbox')), tellStartFailed);
} else if (process.platform === 'linux' && app.commandLine.hasSwitch(readerSwitch)) {
  app.whenReady().then(() => answerAsReader(app, safeStorage), () => app.exit(1));
} else if (!app.requestSingleInstanceLock()) {
  // A second instance ends here, before it opens the library; the first one comes to the front.
  app.exit(0);
} else if (!takeInstanceLock(app.getPath('userData'))) {
  // Chromium knows of no other instance, so none can be brought to the front. A message tells the person.
  app.whenReady().then(tellOpenAlready, tellStartFailed);
} else {
  // Chromium refuses to sandbox root on Linux (containers, where the launcher passes --no-sandbox) and would not start.
  if (!isLinuxRoot) app.enableSandbox();
  watchForCrashes(app, diary.log, endAfterCrash);
  protocol.registerSchemesAsPrivileged([latentScheme]);
  guardPages(app);
  app.on('second-instance', comeToFront);
  app.whenReady().then(start).catch(tellStartFailed);
}

async function start(): Promise<void> {
  diary.log.info('app', 'started', versions());
  const quit = (): void => app.quit();
  endWithSystem({ process, powerMonitor }, { quit });
  const words = wordsFor(app.getLocale());
  const userData = app.getPath('userData');
  const stores = { settings: openSettingsStore(userData), viewState: openViewStateStore(userData) };
  const memory = openViewMemory(userData);
  viewMemory = memory;
  denyPermissions(session.defaultSession);
  denyNetwork(session.defaultSession);
  // Otherwise Chromium downloads a dictionary at the first start.
  session.defaultSession.setSpellCheckerEnabled(false);
  setApplicationMenu(process.platform, words, (what) => void life.running()?.handlers['import:choose']({ what }).catch((error: unknown) => log('the import could not begin', error)));
  offerContextMenu(app, words);
  nativeTheme.themeSource = stores.settings.get().theme;

  let isSubmitting = (): boolean => false;
  const windows = createMainWindow({
    create() {
      const opened = createWindow(built('preload.cjs'), stores.viewState);
      opened.webContents.on('did-navigate', () => drawAtZoom(opened, memory.get().zoom));
      endWithSession(opened, { quit, isSubmitting: () => isSubmitting() });
      return opened;
    },
    words,
    isEnding: () => isLeaving || life.isEnding(),
    closed() {
      // Not `window-all-closed`: the hidden decoder window may still be open.
      if (process.platform !== 'darwin') app.quit();
    },
    quit,
    log,
  });
  mainWindow = windows;
  // The page loads while the database opens, and its calls wait. If the database cannot be opened, the page is never answered:
  // a message explains why, and the app quits.
  const ready = Promise.withResolvers<RunningServices>();
  const pictures: PictureSource = {
    file: async (id) => (await ready.promise).pictures.file(id),
    thumbnail: async (id) => (await ready.promise).pictures.thumbnail(id),
  };
  protocol.handle(latentScheme.scheme, createProtocolHandler(built('renderer'), pictures, memory.get));
  const handlers = ready.promise.then((services) => services.handlers);
  const calls: HandleOptions = { windowId: () => windows.current()?.webContents.id ?? null, log: (message, detail) => diary.log.warn('ipc', message, errorFacts(detail)) };
  handleAll(handlers, calls);
  takeDroppedFiles(async (paths) => (await ready.promise).importDropped(paths), calls);
  windows.open();
  const shownMemory = {
    set(view: ViewMemory): void {
      memory.set(view);
      const window = windows.current();
      if (window !== null) drawAtZoom(window, view.zoom);
    },
  };
  const building = buildServices({ words, userData, built, stores, viewMemory: shownMemory, environmentKey, diary, logFolder, window: windows.current });
  life.begin(building);
  const services = await building;
  ready.resolve(services);
  isSubmitting = services.engine.isSubmitting;
  // The person has quit meanwhile, so nothing more is started.
  if (life.isEnding()) return;
  await services.engine.start();
  await services.importer.start();
  services.cameToFront();

  powerMonitor.on('resume', () => {
    diary.log.info('app', 'woke from sleep');
    services.engine.wake();
  });
  app.on('browser-window-focus', () => services.cameToFront());
  app.on('activate', () => {
    if (windows.current() === null && !life.isEnding()) windows.open();
  });
}

// Without a listener Electron would quit here, also on macOS.
app.on('window-all-closed', () => undefined);

app.on('before-quit', (event) => {
  if (!life.isBegun()) return;
  event.preventDefault();
  // Quitting twice cuts nothing short.
  if (life.isEnding()) return;
  // The window is hidden while work under way finishes (a POST gets its id). Then the process ends, whatever happens.
  const ended = life.end();
  mainWindow?.hide();
  void ended.then((open) => {
    diary.log.info('app', 'stopped');
    return end(0, open);
  });
});

/** Milliseconds to wait for the last lines of the log, because its disk may not answer. */
const flushDeadline = 1_000;

function flush(): Promise<void> {
  return settledWithin(clock, flushDeadline, diary.flush());
}

async function end(code: number, open: readonly string[]): Promise<void> {
  isLeaving = true;
  await flush();
  viewMemory?.flush();
  if (isWantedAgain) app.relaunch();
  await leave(code, open, (waiting) => diary.lastWords('app', 'ended hard: not everything came to its end in time', { waiting: waiting.join(', ') }));
}

function comeToFront(): void {
  if (life.isEnding()) isWantedAgain = true;
  else mainWindow?.focus();
}

function tellRefused(body: string): void {
  dialog.showErrorBox(wordsFor(app.getLocale())('dialogs.refused-start.title'), body);
  app.exit(1);
}

function tellOpenAlready(): void {
  const words = wordsFor(app.getLocale());
  dialog.showErrorBox(words('dialogs.open-already.title'), words('dialogs.open-already.body', { folder: app.getPath('userData') }));
  app.exit(1);
}

/** Milliseconds to wait for closing after a crash, because work under way may have caused it. */
const crashDeadline = 5_000;

/** After an uncaught exception: gives work under way a moment to finish, tells the person, and ends. */
function endAfterCrash(uncaught: Error): void {
  let open: readonly string[] = ['closing'];
  const closed = life.end().then((left) => (open = left));
  void settledWithin(clock, crashDeadline, closed)
    .then(flush)
    .then(() => {
      const words = wordsFor(app.getLocale());
      dialog.showErrorBox(words('dialogs.crashed.title'), words('dialogs.crashed.body', { folder: logFolder, detail: diary.redactor.redact(uncaught.message) }));
    })
    .finally(() => void end(1, open));
}

/** Says that the history cannot be opened, instead of showing an empty one. */
function tellStartFailed(reason: unknown): void {
  const words: Words = wordsFor(app.getLocale());
  const folder = app.getPath('userData');
  const detail = reason instanceof AppFailure ? (reason.appError.detail ?? reason.appError.code) : String(reason);
  log('start failed', reason);
  // A person who has quit meanwhile is told at the next start.
  if (life.isEnding()) return;
  const body = detail === 'newer-schema' ? words('dialogs.start-failed.newer', { folder }) : words('dialogs.start-failed.body', { folder, detail });
  void life.end().then((open) => {
    dialog.showErrorBox(words('dialogs.start-failed.title'), body);
    // The thread that waits for a silent disk does not end by itself.
    return end(1, detail.startsWith(failureDetails.silent) ? [...open, 'history'] : open);
  });
}
