import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/**
 * The first of these programs that says of itself what it is: a file of the right name may be something else. As root on Debian
 * its package is installed where none does, if one is named. Null: it cannot be had here.
 */
export function findProgram(names: readonly string[], saysItIs: string, debianPackage: string | null): string | null {
  const find = (): string | null => names.find((name) => spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout?.includes(saysItIs)) ?? null;
  const found = find();
  if (found !== null || debianPackage === null || process.getuid?.() !== 0) return found;
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', debianPackage], { stdio: 'ignore' });
  return find();
}

/** Makes sure that the peers of the package registry are there. Throws PeerMissing. */
export function needPackages(): void {
  const { dependencies } = JSON.parse(readFileSync(path.join(peersFolder, 'package.json'), 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> };
  if (Object.keys(dependencies).every((name) => existsSync(path.join(peersFolder, 'node_modules', name)))) return;
  // They take Latent's own React.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--legacy-peer-deps'], { cwd: peersFolder, stdio: 'ignore' });
  if (status !== 0) throw new PeerMissing('The peers of the package registry could not be installed.');
}

/** What a peer's package exports. */
export async function peerPackage<T>(entry: string): Promise<T> {
  return (await import(pathToFileURL(path.join(peersFolder, 'node_modules', entry)).href)) as T;
}
