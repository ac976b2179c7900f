import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { app, autoUpdater } from 'electron';
import { CancellationToken, MacUpdater, type UpdateInfo } from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter';
import type { DownloadExecutorResult, DownloadExecutorTask } from 'electron-updater/out/AppUpdater';
import { UpdateFailure } from '../../core/updates/update-failure.ts';
import type { Installer } from '../../core/updates/update-memory.ts';

/**
 * electron-updater does the last step on macOS, with a file that is here and verified. It gets an adapter in place of Electron's app, so that it has no HTTP client
 * of its own: it can neither ask nor download anything, and reads none of its own metadata.
 */
const adapterOf = (version: string): AppAdapter => ({
  version,
  name: 'Latent',
  isPackaged: true,
  appUpdateConfigPath: '',
  userDataPath: '',
  baseCachePath: '',
  whenReady: () => Promise.resolve(),
  relaunch: () => undefined,
  quit: () => undefined,
  onQuit: () => undefined,
});

const refused = (cause: unknown): never => {
  throw new UpdateFailure('refused', String(cause), { cause });
};

/** Milliseconds in which macOS's ShipIt takes over. */
const takeover = 10_000;

class Squirrel extends MacUpdater {
  private downloaded = '';
  private readonly info: UpdateInfo = { version: '', files: [], path: '', sha512: '', releaseDate: '' };

  constructor(version: string) {
    super(undefined, adapterOf(version));
    this.logger = null;
    this.autoInstallOnAppQuit = true;
  }

  /** Resolves once Squirrel has unpacked the file and checked who signed it. */
  async hand(file: string): Promise<void> {
    this.downloaded = file;
    const resolved = { url: pathToFileURL(file), info: { url: file, sha512: '' } };
    const options = {
      updateInfoAndProvider: { info: this.info, provider: { resolveFiles: () => [resolved] } as never },
      requestHeaders: {},
      cancellationToken: new CancellationToken(),
      disableDifferentialDownload: true,
    };
    // Also rejects at an error of Squirrel's.
    await Promise.all([once(autoUpdater, 'update-downloaded'), this.doDownloadUpdate(options)]);
  }

  protected override async executeDownload({ done }: DownloadExecutorTask): Promise<DownloadExecutorResult> {
    await done?.({ ...this.info, downloadedFile: this.downloaded });
    return { updateFile: this.downloaded };
  }
}

/**
 * Hands the file to Squirrel, which replaces the app after the end of this process. Only at that end: what Squirrel has once, it installs, even if the
 * release is withdrawn afterwards. What Squirrel refuses once, such as a folder that may not be written, it refuses again.
 */
export function createMacInstaller(version: string): Installer {
  const squirrel = new Squirrel(version);
  return {
    tidy: () => Promise.resolve(),
    stage: () => Promise.resolve(),
    async install(file, _sha512, restarts) {
      await squirrel.hand(file).catch(refused);
      if (!restarts) return 'at-work';
      // Electron then quits, which is prevented, because Latent already ends.
      const armed = once(app, 'before-quit');
      autoUpdater.quitAndInstall();
      await Promise.race([armed, wait(takeover)]);
      return 'at-work';
    },
  };
}
