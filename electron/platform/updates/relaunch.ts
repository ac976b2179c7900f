import type { App } from 'electron';
import { installedAs, type Running } from './installed-as.ts';

/** Starts Latent again with these arguments once this process has ended. An AppImage is started by its file, because the folder that it runs from is gone by then. */
export function relaunch(app: Pick<App, 'relaunch'>, running: Running, args: readonly string[]): void {
  const { appImage } = installedAs(running);
  if (appImage !== null) leaveMount(process.env);
  app.relaunch({ ...(appImage !== null && { execPath: appImage }), args: [...args] });
}

/**
 * Takes out of the environment what an AppImage put there: the next process would look for programs and libraries in a folder under /tmp that is gone, and that
 * anybody on this computer can make again.
 */
export function leaveMount(env: NodeJS.ProcessEnv): void {
  const mount = env['APPDIR'];
  if (mount === undefined) return;
  const isInMount = (entry: string): boolean => entry === mount || entry.startsWith(`${mount}/`);
  for (const [name, value = ''] of Object.entries(env)) {
    const entries = value.split(':');
    const left = entries.filter((entry) => !isInMount(entry));
    if (left.length === entries.length) continue;
    if (left.length > 0) env[name] = left.join(':');
    else delete env[name];
  }
  for (const name of ['APPDIR', 'APPIMAGE', 'ARGV0', 'OWD']) delete env[name];
}
