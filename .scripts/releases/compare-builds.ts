import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { extractAll } from '@electron/asar';
import { unzipSync } from 'fflate';
import { capture } from '../child.ts';

export interface Difference {
  /** Where it is, through archives: `latent.tar.gz › latent/resources/app.asar › dist/main.cjs`. */
  readonly path: string;
  readonly what: string;
  /** Whether it is in what the app runs, not in what is around it. */
  readonly isInApp: boolean;
}

/** How an archive of each kind is unpacked into an empty folder. False: the program for it is not here, or cannot read this one. */
const unpackers: Readonly<Record<string, (file: string, folder: string) => boolean>> = {
  asar(file, folder) {
    extractAll(file, folder);
    return true;
  },
  zip: unzip,
  gz: untar,
  xz: untar,
  zst: untar,
  deb: (file, folder) => capture('dpkg-deb', ['--raw-extract', file, folder]).ok,
  // It contains an archive of the kind below.
  rpm: with7z,
  cpio: with7z,
  AppImage: with7z,
  exe: with7z,
  dmg: with7z,
  '7z': with7z,
};

/**
 * Compares two folders byte by byte. Archives that differ are opened, and what differs in them is listed: contents, links, whether a file can be run, and names
 * that only one has. An archive whose members are all the same differs in its envelope, such as times, order or compression.
 */
export function compareBuilds(first: string, second: string): Difference[] {
  return compareFolders(first, second, '');
}

/** The differences as Markdown. */
export function differencesText(first: string, differences: readonly Difference[]): string {
  const differing = new Set(differences.map(({ path }) => path.split(' › ')[0]));
  const same = filesIn(first).filter((file) => !differing.has(file));
  const lines = [
    `${same.length} files are the same byte by byte:`,
    '',
    ...same.map((file) => `- \`${file}\``),
    '',
    `${differences.length} differences:`,
    '',
    ...differences.map(({ path, what, isInApp }) => `- ${isInApp ? '**in the app:** ' : ''}\`${path}\`: ${what}`),
  ];
  return `${lines.join('\n')}\n`;
}

function compareFolders(first: string, second: string, prefix: string): Difference[] {
  const inFirst = filesIn(first);
  const inSecond = filesIn(second);
  return [...new Set([...inFirst, ...inSecond])].sort().flatMap((file) => {
    const path = `${prefix}${file}`;
    if (!inSecond.includes(file)) return difference(path, 'only in the first');
    if (!inFirst.includes(file)) return difference(path, 'only in the second');
    return compareFiles(join(first, file), join(second, file), path);
  });
}

function compareFiles(first: string, second: string, path: string): Difference[] {
  const [before, after] = [first, second].map((file) => lstatSync(file));
  if (before === undefined || after === undefined || before.isSymbolicLink() !== after.isSymbolicLink()) return difference(path, 'a link in one, a file in the other');
  if (before.isSymbolicLink()) return readlinkSync(first) === readlinkSync(second) ? [] : difference(path, `links to ${readlinkSync(first)} and ${readlinkSync(second)}`);
  const modes = (before.mode & 0o7777) === (after.mode & 0o7777) ? [] : difference(path, `mode ${(before.mode & 0o7777).toString(8)} and ${(after.mode & 0o7777).toString(8)}`);
  if (hashOf(first) === hashOf(second)) return modes;
  return [...modes, ...(compareArchives(first, second, path) ?? difference(path, `${before.size} and ${after.size} bytes`))];
}

/** Null if they cannot be opened. */
function compareArchives(first: string, second: string, path: string): Difference[] | null {
  const unpack = unpackers[path.split('.').at(-1) ?? ''];
  if (unpack === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'latent-compare-'));
  try {
    const [one, other] = [join(folder, 'first'), join(folder, 'second')];
    for (const [file, into] of [[first, one], [second, other]] as const) {
      mkdirSync(into);
      if (!unpack(file, into)) return difference(path, 'differs, and could not be opened');
    }
    const inside = compareFolders(one, other, `${path} › `);
    return inside.length > 0 ? inside : difference(path, 'the same contents in another envelope');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const difference = (path: string, what: string): Difference[] => [{ path, what, isInApp: /app\.asar › /.test(path) || /(^|› )dist\//.test(path) }];

/** Files and links below a folder, with slashes, sorted. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Links become files with their targets, which compare as well. */
function unzip(file: string, folder: string): boolean {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
    const into = resolve(folder, name);
    if (name.endsWith('/') || !into.startsWith(folder)) continue;
    mkdirSync(dirname(into), { recursive: true });
    writeFileSync(into, bytes);
  }
  return true;
}

function untar(file: string, folder: string): boolean {
  return capture('tar', ['-xf', file, '-C', folder]).ok;
}

function with7z(file: string, folder: string): boolean {
  return capture('7z', ['x', '-y', `-o${folder}`, file]).ok;
}
