import { app, nativeTheme, powerMonitor, protocol, session } from 'electron';
import type { ViewMemory } from '../../shared/view-memory.ts';
import { wordsFor } from '../../shared/words/index.ts';
import type { AppLog } from '../core/log/app-log.ts';
import { errorFacts } from '../core/log/log.ts';
import type { Clock } from '../core/util/clock.ts';
import { handleAll, type HandleOptions } from '../ipc/answer.ts';
import { takeDroppedFiles } from '../ipc/dropped-files.ts';
import { createProtocolHandler, latentScheme, type PictureSource } from '../platform/app-protocol.ts';
import { denyNetwork, denyPermissions } from '../platform/guards.ts';
import { offerContextMenu, setApplicationMenu } from '../platform/menus.ts';
import { openSettingsStore, openViewStateStore } from '../platform/stores/settings-store.ts';
import { endWithSession, endWithSystem } from '../platform/process/system-end.ts';
import type { ViewMemoryFile } from '../platform/stores/view-memory-file.ts';
import type { AppEnd } from './app-end.ts';
import { buildServices, type RunningServices } from './build-services.ts';
import { createWindow, drawAtZoom } from './create-window.ts';
import { versions } from './diagnostics-sources.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createMainWindow } from './main-window.ts';

export interface StartInput {
  readonly built: (file: string) => string;
  readonly appLog: AppLog;
  readonly clock: Clock;
  readonly logFolder: string;
  readonly environmentKey: string | null;
  readonly viewMemory: ViewMemoryFile;
  readonly lifecycle: Lifecycle<RunningServices>;
  readonly appEnd: AppEnd;
}

/** Opens the window and builds the services behind it. Rejects if the services cannot be built or started. */
export async function startApp({ built, appLog, clock, logFolder, environmentKey, viewMemory, lifecycle, appEnd }: StartInput): Promise<void> {
  const { log } = appLog;
  log.info('app', 'started', versions());
  const quit = (): void => app.quit();
  endWithSystem({ process, powerMonitor }, { quit });
  const words = wordsFor(app.getLocale());
  const userData = app.getPath('userData');
  const stores = { settings: openSettingsStore(userData), viewState: openViewStateStore(userData) };
  nativeTheme.themeSource = stores.settings.get().theme;

  denyPermissions(session.defaultSession);
  denyNetwork(session.defaultSession);
  // Otherwise Chromium downloads a dictionary at the first start.
  session.defaultSession.setSpellCheckerEnabled(false);

  const importFailed = (error: unknown): void => log.error('app', 'the import could not begin', errorFacts(error));
  setApplicationMenu(process.platform, words, (what) => void lifecycle.running()?.handlers['import:choose']({ what }).catch(importFailed));
  offerContextMenu(app, words);

  // Not `lifecycle.running()`, which is null while the app quits.
  let engine: RunningServices['engine'] | null = null;
  const mainWindow = createMainWindow({
    create() {
      const window = createWindow(built('preload.cjs'), stores.viewState);
      window.webContents.on('did-navigate', () => drawAtZoom(window, viewMemory.get().zoom));
      endWithSession(window, { quit, isSubmitting: () => engine?.isSubmitting() ?? false });
      return window;
    },
    words,
    isEnding: appEnd.isEnding,
    closed() {
      // Not `window-all-closed`: the hidden decoder window may still be open.
      if (process.platform !== 'darwin') quit();
    },
    quit,
    log: (message, detail) => log.error('app', message, errorFacts(detail)),
  });
  app.on('second-instance', () => {
    if (!appEnd.isEnding()) mainWindow.focus();
  });

  // The page loads while the database opens, and its calls wait. If the database cannot be opened, the page is never answered:
  // a message explains why, and the app quits.
  const ready = Promise.withResolvers<RunningServices>();
  const pictures: PictureSource = {
    file: async (id) => (await ready.promise).pictures.file(id),
    thumbnail: async (id) => (await ready.promise).pictures.thumbnail(id),
  };
  protocol.handle(latentScheme.scheme, createProtocolHandler(built('renderer'), pictures, viewMemory.get));
  const calls: HandleOptions = {
    windowId: () => mainWindow.current()?.webContents.id ?? null,
    log: (message, detail) => log.warn('ipc', message, errorFacts(detail)),
  };
  handleAll(ready.promise.then(({ handlers }) => handlers), calls);
  takeDroppedFiles(async (paths) => void (await (await ready.promise).importer.begin(paths)), calls);
  mainWindow.open();

  const zoomingMemory = {
    set(view: ViewMemory): void {
      viewMemory.set(view);
      const window = mainWindow.current();
      if (window !== null) drawAtZoom(window, view.zoom);
    },
  };
  const building = buildServices({ words, userData, built, stores, clock, viewMemory: zoomingMemory, environmentKey, appLog, logFolder, window: mainWindow.current });
  lifecycle.start(building);
  const services = await building;
  ready.resolve(services);
  engine = services.engine;
  // If the person has quit meanwhile, nothing more is started.
  if (appEnd.isEnding()) return;
  await services.engine.start();
  await services.importer.start();
  services.focused();

  powerMonitor.on('resume', () => {
    log.info('app', 'woke from sleep');
    services.engine.wake();
  });
  app.on('browser-window-focus', () => services.focused());
  app.on('activate', () => {
    if (mainWindow.current() === null && !appEnd.isEnding()) mainWindow.open();
  });
}
