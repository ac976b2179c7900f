import type { App } from 'electron';
import { installedAs, type Running } from './installed-as.ts';

/** Starts Latent again with these arguments once this process has ended. An AppImage is started by its file, because the folder that it runs from is gone by then. */
export function relaunch(app: Pick<App, 'relaunch'>, running: Running, args: readonly string[]): void {
  const { appImage } = installedAs(running);
  app.relaunch({ ...(appImage !== null && { execPath: appImage }), args: [...args] });
}
