import { replaceAppImage } from '../../core/updates/replace-app-image.ts';
import type { Installer } from '../../core/updates/update-memory.ts';
import type { InstalledAs } from './installed-as.ts';
import { createMacInstaller, createWindowsInstaller } from './with-electron-updater.ts';

/** What replaces this copy of Latent. Where nothing does, it is never asked to. */
export function createInstaller({ way, appImage }: InstalledAs, platform: string, version: string): Installer {
  if (way !== 'itself') return none;
  if (platform === 'darwin') return createMacInstaller(version);
  if (platform === 'win32') return createWindowsInstaller(version);
  if (appImage === null) return none;
  return {
    stage: () => Promise.resolve(),
    async install(file, sha512) {
      await replaceAppImage(appImage, file, sha512);
      return 'ends';
    },
  };
}

const none: Installer = { stage: () => Promise.resolve(), install: () => Promise.resolve('ends') };
