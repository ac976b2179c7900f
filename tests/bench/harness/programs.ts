import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const peersFolder = path.resolve(import.meta.dirname, '../peers');

/** A peer that is not there: the metric says so in the table, and the other metrics go on. */
export class PeerMissing extends Error {
  override readonly name = 'PeerMissing';
}

/** Makes sure that a peer of the distribution is there; as root on Debian it is installed. Throws PeerMissing. */
export function needProgram(program: string, debianPackage: string): void {
  const isThere = (): boolean => spawnSync(program, ['--version']).error === undefined;
  if (isThere()) return;
  if (process.getuid?.() === 0) spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', debianPackage], { stdio: 'ignore' });
  if (!isThere()) throw new PeerMissing(`${program} is not here: apt-get install ${debianPackage} brings it.`);
}

/** Makes sure that the peers of the package registry are there. Throws PeerMissing. */
export function needPackages(): void {
  if (existsSync(path.join(peersFolder, 'node_modules'))) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: peersFolder, stdio: 'ignore' });
  if (status !== 0) throw new PeerMissing('The peers of the package registry could not be installed.');
}

/** What a peer's package exports. */
export async function peerPackage<T>(entry: string): Promise<T> {
  return (await import(pathToFileURL(path.join(peersFolder, 'node_modules', entry)).href)) as T;
}
