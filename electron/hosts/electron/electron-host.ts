import path from 'node:path';
import { app, nativeTheme, net, powerMonitor, powerSaveBlocker, safeStorage, session, webContents, type BrowserWindow, type WebContents } from 'electron';
import type { EarlyHost, Host } from '../../compose/host.ts';
import { createCommandInstaller, runProgram } from '../../platform/command/command-installer.ts';
import { commandPlace } from '../../platform/command/command-place.ts';
import { copyOf, placeInCheckout } from '../../platform/command/running-copy.ts';
import { createDesktop } from '../../platform/desktop.ts';
import { createKeyring } from '../../platform/keyring.ts';
import { createSafeStorageSecrets } from '../../platform/safe-storage.ts';
import { createSystemProxy } from '../../platform/system-proxy.ts';
import { hostUpdates } from '../../platform/updates/host-updates.ts';
import { createWindows } from '../../platform/windows/app-windows.ts';
import { createDecoder } from '../../platform/windows/decoder-window.ts';
import { printPdf } from '../../platform/windows/pdf-printer.ts';
import { en } from '../../../shared/words/en/catalogue.en.ts';
import type { MainLanguage } from '../../core/language/main-language.ts';
import type { AppEnd } from './app-end.ts';
import { ownArguments, type OpenRequests } from './open-requests.ts';

/** Electron, once it is ready. `window`: the main one. */
export function createElectronHost(early: EarlyHost, language: MainLanguage, window: () => BrowserWindow | null, openRequests: Pick<OpenRequests, 'take'>, { installsWith }: Pick<AppEnd, 'installsWith'>): Host {
  const { built, clock } = early;
  const { platform } = process;
  // On Windows, `--` comes before what is opened.
  const updates = hostUpdates(app, process, ownArguments(process.argv).some((each) => each !== '--'));
  const place = app.isPackaged ? commandPlace(copyOf(process, app.getPath('home'))) : placeInCheckout(app.getAppPath(), built('latent.cjs'));
  return {
    ...early,
    language: { ...language, words: language.follow(en) },
    isOnline: () => net.isOnline(),
    secrets: createSafeStorageSecrets({ safeStorage, platform, clock, keyring: platform === 'linux' ? createKeyring(app) : null }),
    systemProxy: createSystemProxy(session.defaultSession, clock.monotonic),
    setTheme(theme) {
      nativeTheme.themeSource = theme;
    },
    onBattery: () => powerMonitor.isOnBatteryPower(),
    keepAwake() {
      const id = powerSaveBlocker.start('prevent-app-suspension');
      return () => powerSaveBlocker.stop(id);
    },
    watchActivity(busy) {
      const watch = (contents: WebContents): void => void contents.on('before-input-event', busy);
      const watchCreated = (_event: unknown, contents: WebContents): void => watch(contents);
      webContents.getAllWebContents().forEach(watch);
      app.on('web-contents-created', watchCreated);
      return () => app.off('web-contents-created', watchCreated);
    },
    command: place.command && [...place.command, '--profile', early.userData],
    updates: updates && { ...updates, atEnd: installsWith },
    window: {
      decoder: (options) => createDecoder({ ...options, preloadFile: built('decoder-preload.cjs') }),
      printPdf,
      // Beside the program, and in a bundle of macOS beside the archive.
      engineLicences: platform === 'darwin' ? process.resourcesPath : path.dirname(process.execPath),
      commandLicences: app.isPackaged ? path.join(process.resourcesPath, 'command/licences.md') : null,
      commandInstaller: createCommandInstaller(place.way, process.env['PATH'] ?? '', runProgram),
      takeOpened: openRequests.take,
      desktop: (decoder, words) => createDesktop(window, decoder, words),
      windows: (deps) => createWindows({ ...deps, language, window, preloadFile: built('second-preload.cjs') }),
    },
  };
}
