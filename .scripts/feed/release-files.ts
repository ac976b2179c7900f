import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, ReleaseFile } from '../../electron/core/updates/signed-feed.ts';

/** Which copies of Latent a package replaces, by its name. Others are installed by a package manager or by hand, and no feed names them. */
const kinds: readonly (readonly [name: RegExp, platform: string, kind: string])[] = [
  [/\.AppImage$/, 'linux', 'appimage'],
  [/setup.*\.exe$/i, 'win32', 'nsis'],
  [/-mac\.zip$/, 'darwin', 'zip'],
];

/** An installer for Windows without an architecture in its name contains both. Every other name without one is of x64. */
function targetsOf(name: string): readonly string[] {
  const [, platform, kind] = kinds.find(([pattern]) => pattern.test(name)) ?? [];
  if (platform === undefined || kind === undefined) return [];
  const named = /arm64|x64|x86_64/.exec(name)?.[0];
  const architectures = named === 'arm64' ? ['arm64'] : named === undefined && kind === 'nsis' ? ['x64', 'arm64'] : ['x64'];
  return architectures.map((arch) => `${platform}-${arch}-${kind}`);
}

/** What a feed says about the packages of a version in a folder. Throws if a name is not the version's, or if two packages replace the same copy. */
export async function releaseFiles(folder: string, version: string): Promise<Manifest['files']> {
  const files: Record<string, ReleaseFile> = {};
  for (const name of (await readdir(folder)).toSorted()) {
    for (const target of targetsOf(name)) {
      if (!name.includes(version)) throw new Error(`${name} is not of version ${version}.`);
      if (/[^A-Za-z0-9._-]/.test(name)) throw new Error(`“${name}” would get another name where it is published. Its name must have letters, digits, dots and dashes alone.`);
      if (files[target] !== undefined) throw new Error(`Both ${files[target].name} and ${name} are for ${target}.`);
      files[target] = await described(folder, name);
    }
  }
  return files;
}

async function described(folder: string, name: string): Promise<ReleaseFile> {
  const file = join(folder, name);
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { name, size: (await stat(file)).size, sha512: hash.digest('hex') };
}
