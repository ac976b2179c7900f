import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileIdOf } from '../../core/updates/file-id.ts';
import type { UpdateWay } from '../../../shared/updates/update-state.ts';

/** How this copy of Latent was installed. */
export interface InstalledAs {
  readonly way: UpdateWay;
  /** Which file of a feed replaces it. */
  readonly target: string;
  /** Absolute path of the AppImage that runs. Null: it is none. */
  readonly appImage: string | null;
  /** Which file that was when this was asked (`fileIdOf`). Null: there is none, or it cannot be replaced. */
  readonly appImageId: string | null;
}

/** What is known of the process. */
export interface Running {
  readonly platform: string;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the executable. */
  readonly execPath: string;
}

/** Where package managers install on Linux. Nobody else writes there. */
const packaged = ['/opt/', '/usr/'];

export function installedAs({ platform, arch, env, execPath }: Running): InstalledAs {
  const as = (way: UpdateWay, kind: string, image: Pick<InstalledAs, 'appImage' | 'appImageId'> = { appImage: null, appImageId: null }): InstalledAs => ({ way, target: `${platform}-${arch}-${kind}`, ...image });
  if (platform === 'darwin') return as('itself', 'zip');
  // The installer leaves it beside the app. The portable app and the ZIP file have none.
  if (platform === 'win32') return as(existsSync(path.join(path.dirname(execPath), 'Uninstall Latent.exe')) ? 'itself' : 'by-hand', 'nsis');
  const appImage = runningAppImage(env, execPath);
  if (appImage !== null) {
    const appImageId = replaceableId(appImage);
    return as(appImageId === null ? 'by-hand' : 'itself', 'appimage', { appImage, appImageId });
  }
  const byManager = packaged.some((folder) => execPath.startsWith(folder)) || existsSync('/.flatpak-info');
  return as(byManager ? 'package-manager' : 'by-hand', 'package');
}

/** The AppImage that runs, or null. Programs that another one starts, such as a terminal in an editor, inherit its variables. They are ours only if we run from its folder. */
export function runningAppImage({ APPIMAGE: file, APPDIR: folder }: Running['env'], execPath: string): string | null {
  if (file === undefined || folder === undefined || !path.isAbsolute(file) || !path.isAbsolute(folder)) return null;
  return execPath.startsWith(`${path.resolve(folder)}/`) ? file : null;
}

/** Which file it is. Null: it cannot be replaced. */
function replaceableId(appImage: string): string | null {
  try {
    const target = realpathSync(appImage);
    accessSync(path.dirname(target), constants.W_OK);
    const facts = statSync(target, { bigint: true });
    // The new file belongs to whoever writes it: another owner could not run it any more.
    return Number(facts.uid) === process.getuid?.() ? fileIdOf(facts) : null;
  } catch {
    return null;
  }
}
