import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { runningAppImage, type Running } from '../updates/installed-as.ts';
import { systemFile, type CommandPlace, type Copy } from './command-place.ts';

/** What is known of the packaged Latent that runs. */
export function copyOf({ platform, env, execPath, resourcesPath }: Pick<Running, 'platform' | 'env' | 'execPath'> & { readonly resourcesPath: string }, home: string): Copy {
  return {
    platform,
    resources: resourcesPath,
    home,
    appImage: platform === 'linux' ? runningAppImage(env, execPath) : null,
    isFlatpak: existsSync('/.flatpak-info'),
    isPortable: env['PORTABLE_EXECUTABLE_FILE'] !== undefined,
    systemLink: leadsTo(systemFile),
  };
}

function leadsTo(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}

/** A checkout has the Node of the project. */
export function placeInCheckout(checkout: string, command: string): CommandPlace {
  return { command: [path.join(checkout, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node'), command], way: { is: 'never', why: 'source' } };
}
