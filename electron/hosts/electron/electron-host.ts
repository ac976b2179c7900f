import path from 'node:path';
import { app, nativeTheme, net, powerMonitor, safeStorage, session, webContents, type BrowserWindow, type WebContents } from 'electron';
import type { EarlyHost, Host } from '../../compose/host.ts';
import { createDesktop } from '../../platform/desktop.ts';
import { createKeyring } from '../../platform/keyring.ts';
import { createSafeStorageSecrets } from '../../platform/safe-storage.ts';
import { createSystemProxy } from '../../platform/system-proxy.ts';
import { hostUpdates } from '../../platform/updates/host-updates.ts';
import { createWindows } from '../../platform/windows/app-windows.ts';
import { createDecoder } from '../../platform/windows/decoder-window.ts';
import { printPdf } from '../../platform/windows/pdf-printer.ts';
import type { OpenRequests } from './open-requests.ts';

/** Electron, once it is ready. `window`: the main one. */
export function createElectronHost(early: EarlyHost, window: () => BrowserWindow | null, openRequests: Pick<OpenRequests, 'take'>): Host {
  const { built, clock } = early;
  const { platform } = process;
  return {
    ...early,
    locale: app.getLocale(),
    isOnline: () => net.isOnline(),
    secrets: createSafeStorageSecrets({ safeStorage, platform, clock, keyring: platform === 'linux' ? createKeyring(app) : null }),
    systemProxy: createSystemProxy(session.defaultSession, clock.monotonic),
    setTheme(theme) {
      nativeTheme.themeSource = theme;
    },
    onBattery: () => powerMonitor.isOnBatteryPower(),
    watchActivity(busy) {
      const watch = (contents: WebContents): void => void contents.on('before-input-event', busy);
      const watchCreated = (_event: unknown, contents: WebContents): void => watch(contents);
      webContents.getAllWebContents().forEach(watch);
      app.on('web-contents-created', watchCreated);
      return () => app.off('web-contents-created', watchCreated);
    },
    updates: hostUpdates(app, process),
    window: {
      decoder: (options) => createDecoder({ ...options, preloadFile: built('decoder-preload.cjs') }),
      printPdf,
      // Beside the program, and in a bundle of macOS beside the archive.
      engineLicences: platform === 'darwin' ? process.resourcesPath : path.dirname(process.execPath),
      takeOpened: openRequests.take,
      desktop: (decoder, words) => createDesktop(window, decoder, words),
      windows: (deps) => createWindows({ ...deps, window, preloadFile: built('second-preload.cjs') }),
    },
  };
}
