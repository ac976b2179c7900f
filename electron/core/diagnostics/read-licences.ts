import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LicensedPackage, Licences } from '../../../shared/licences.ts';

export interface LicencePlaces {
  /** The folder of built files. */
  readonly built: string;
  /** The folder with Electron's notices. Null: this is not Electron. */
  readonly electron: string | null;
  /** The file with the notices of the command's Node. Null: there is none. */
  readonly command: string | null;
}

/** Rejects if Latent's own files are missing. */
export async function readLicences({ built, electron, command }: LicencePlaces): Promise<Licences> {
  const folder = path.join(built, 'licences');
  const bundles = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const files = [...bundles.map((name) => path.join(folder, name)), path.join(built, 'renderer/licences.md'), ...(command === null ? [] : [command])];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return {
    latent: await readFile(path.join(folder, 'latent.txt'), 'utf8'),
    packages: joined(texts.map(packagesIn)),
    electron: await electronLicence(electron),
    hasChromium: electron !== null && (await access(chromiumNotices(electron)).then(() => true, () => false)),
  };
}

export const chromiumNotices = (electron: string): string => path.join(electron, 'LICENSES.chromium.html');

/** Packages have it by its first name, a checkout by its second. */
async function electronLicence(folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
  return read('LICENSE.electron.txt').catch(() => read('LICENSE').catch(() => null));
}

/** The packages of one bundle, from the file that the build writes: `## NAME - VERSION (LICENCE)` and the text. */
function packagesIn(text: string): readonly LicensedPackage[] {
  const headings = [...text.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)];
  return headings.map(({ 0: heading, 1: name = '', 2: version = '', 3: licence = '', index }, at) => ({
    name,
    version,
    licence,
    text: text.slice(index + heading.length, headings[at + 1]?.index).trim(),
  }));
}

/** Each package once, by name. */
function joined(bundles: readonly (readonly LicensedPackage[])[]): readonly LicensedPackage[] {
  const all = new Map(bundles.flat().map((each) => [`${each.name} ${each.version}`, each]));
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
