import type { App } from 'electron';
import type { Feed } from '../../core/updates/signed-feed.ts';
import type { Installer } from '../../core/updates/update-memory.ts';
import { installedAs, type InstalledAs, type Running } from './installed-as.ts';

/** Where this build looks for updates (vite.config.ts). Null: nowhere. */
declare const updateFeed: Feed | null;

interface FoundUpdates {
  readonly feed: Feed;
  readonly way: InstalledAs['way'];
  readonly target: string;
  readonly restarts: boolean;
  installer(): Promise<Installer>;
  quit(): void;
}

/**
 * Updates of this copy of Latent. Null: the build has no feed.
 *
 * @param hasArguments whether it was started with arguments of its own, such as the folder of a profile. The installers of Windows and macOS cannot pass them on
 */
export function hostUpdates(app: Pick<App, 'isPackaged' | 'quit' | 'getVersion'>, running: Running, hasArguments: boolean): FoundUpdates | null {
  const feed = app.isPackaged ? updateFeed : feedToTry(running.env);
  if (feed === null) return null;
  const installed = installedAs(running);
  return {
    feed,
    way: installed.way,
    target: installed.target,
    restarts: running.platform === 'linux' || !hasArguments,
    installer: async () => (await import('./create-installer.ts')).createInstaller(installed, running.platform, app.getVersion()),
    quit: () => app.quit(),
  };
}

/** A checkout takes the feed from its environment at the start, so that one can be tried. A packaged app never does. */
function feedToTry({ LATENT_FEED_URL: address = '', LATENT_FEED_PUBLIC_KEY: publicKey = '' }: Running['env']): Feed | null {
  return address === '' || publicKey === '' ? null : { address, publicKey };
}
