import { removeStrayParts, replaceAppImage } from '../../core/updates/replace-app-image.ts';
import type { Installer } from '../../core/updates/update-memory.ts';
import type { InstalledAs } from './installed-as.ts';

/** What replaces this copy of Latent. Where nothing does, it is never asked to. */
export async function createInstaller({ way, appImage, appImageId }: InstalledAs, platform: string, version: string): Promise<Installer> {
  if (way !== 'itself') return none;
  if (platform === 'darwin') return (await import('./with-electron-updater.ts')).createMacInstaller(version);
  if (platform === 'win32') return (await import('./windows-installer.ts')).createWindowsInstaller();
  if (appImage === null || appImageId === null) return none;
  return {
    tidy: () => removeStrayParts(appImage),
    stage: () => Promise.resolve(),
    async install(file, sha512) {
      await replaceAppImage(appImage, appImageId, file, sha512);
      return 'replaced';
    },
  };
}

const none: Installer = { tidy: () => Promise.resolve(), stage: () => Promise.resolve(), install: () => Promise.resolve('not-now') };
