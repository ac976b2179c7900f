import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
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
  /** Whether nobody looked into it, so that the app in it may differ: an archive that only one has, or that could not be opened. */
  readonly isUncompared: boolean;
}

type Unpack = (file: string, folder: string) => boolean;

/** How an archive of each kind is unpacked into an empty folder. False: the program for it is not here, or cannot read this one. */
const unpackers: Readonly<Record<string, Unpack>> = {
  asar(file, folder) {
    extractAll(file, folder);
    return true;
  },
  zip: unzip,
  'tar.gz': untar,
  'tar.xz': untar,
  'tar.zst': untar,
  gz: with7z,
  xz: with7z,
  deb: (file, folder) => capture('dpkg-deb', ['--raw-extract', file, folder]).ok,
  rpm: unpackRpm,
  AppImage: unsquash,
  exe: with7z,
  '7z': with7z,
};

/** Null if it is no archive. A program within a package is none either. */
function unpackerOf(path: string): Unpack | null {
  const [, extension = ''] = /\.((?:tar\.)?\w+)$/.exec(path) ?? [];
  return path.includes(inside) && extension === 'exe' ? null : (unpackers[extension] ?? null);
}

/** Between an archive and what is in it. */
const inside = ' › ';

/**
 * Compares two folders byte by byte. Archives that differ are opened, and what differs in them is listed: contents, links, whether a file can be run, and names
 * that only one has. An archive whose members are all the same differs in its envelope, such as times, order or compression.
 */
export function compareBuilds(first: string, second: string): Difference[] {
  return compareFolders(first, second, '', []);
}

/**
 * Compares two folders with the packages of one system, and adds what hides the app: a package in which none was found, and two folders without any. A .dmg is
 * not opened here. The app in it is the one in the ZIP archive that is made for the same processor, which must be there.
 */
export function comparePackages(first: string, second: string): Difference[] {
  const apps: string[] = [];
  const differences = compareFolders(first, second, '', apps);
  const inSecond = filesIn(second);
  const both = filesIn(first).filter((file) => inSecond.includes(file));
  const uncompared = (path: string, what: string): Difference => ({ path, what, isInApp: false, isUncompared: true });

  const isWithin = (file: string, path: string): boolean => path === file || path.startsWith(`${file}${inside}`);
  const isSeen = (file: string): boolean => apps.some((app) => isWithin(file, app)) || !differences.some(({ path }) => isWithin(file, path));
  const packages = both.filter((file) => unpackerOf(file) !== null);
  const hidden = packages.filter((file) => !isSeen(file) && !differences.some(({ path, isUncompared }) => isUncompared && isWithin(file, path)));
  const images = both.filter((file) => file.endsWith('.dmg') && !packages.includes(file.replace(/\.dmg$/, '-mac.zip')));
  return [
    ...differences,
    ...hidden.map((file) => uncompared(file, 'there is no app.asar in it')),
    ...images.map((file) => uncompared(file, 'is not opened, and there is no ZIP archive with the same app')),
    ...(packages.some(isSeen) ? [] : [uncompared('.', 'no app was compared')]),
  ];
}

/** The differences as Markdown. */
export function differencesText(first: string, differences: readonly Difference[]): string {
  const differing = new Set(differences.map(({ path }) => path.split(inside)[0]));
  const same = filesIn(first).filter((file) => !differing.has(file));
  const lines = [
    `${same.length} files are the same byte by byte:`,
    '',
    ...same.map((file) => `- \`${file}\``),
    '',
    `${differences.length} differences:`,
    '',
    ...differences.map(({ path, what, isInApp, isUncompared }) => `- ${isUncompared ? '**could not be compared:** ' : isInApp ? '**in the app:** ' : ''}\`${path}\`: ${what}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** `apps` gets the path of each app.asar that both have. */
function compareFolders(first: string, second: string, prefix: string, apps: string[]): Difference[] {
  const inFirst = filesIn(first);
  const inSecond = filesIn(second);
  return [...new Set([...inFirst, ...inSecond])].sort().flatMap((file) => {
    const path = `${prefix}${file}`;
    const isUncompared = unpackerOf(path) !== null || path.endsWith('.dmg');
    if (!inSecond.includes(file)) return difference(path, 'only in the first', isUncompared);
    if (!inFirst.includes(file)) return difference(path, 'only in the second', isUncompared);
    return compareFiles(join(first, file), join(second, file), path, apps);
  });
}

function compareFiles(first: string, second: string, path: string, apps: string[]): Difference[] {
  const [before, after] = [first, second].map((file) => lstatSync(file));
  if (before === undefined || after === undefined || before.isSymbolicLink() !== after.isSymbolicLink()) return difference(path, 'a link in one, a file in the other');
  if (before.isSymbolicLink()) return readlinkSync(first) === readlinkSync(second) ? [] : difference(path, `links to ${readlinkSync(first)} and ${readlinkSync(second)}`);
  const modes = (before.mode & 0o7777) === (after.mode & 0o7777) ? [] : difference(path, `mode ${(before.mode & 0o7777).toString(8)} and ${(after.mode & 0o7777).toString(8)}`);
  if (/(?:^|\/)app\.asar$/.test(path)) apps.push(path);
  if (hashOf(first) === hashOf(second)) return modes;
  return [...modes, ...(compareArchives(first, second, path, apps) ?? difference(path, `${before.size} and ${after.size} bytes`))];
}

/** Null if they are no archives. */
function compareArchives(first: string, second: string, path: string, apps: string[]): Difference[] | null {
  const unpack = unpackerOf(path);
  if (unpack === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'latent-compare-'));
  try {
    const [one, other] = [join(folder, 'first'), join(folder, 'second')];
    for (const [file, into] of [[first, one], [second, other]] as const) {
      mkdirSync(into);
      if (!opens(unpack, file, into)) return difference(path, 'differs, and could not be opened', true);
    }
    const differences = compareFolders(one, other, `${path}${inside}`, apps);
    return differences.length > 0 ? differences : difference(path, 'the same contents in another envelope');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is no such archive at all makes the packages that read some of them throw. */
function opens(unpack: Unpack, file: string, folder: string): boolean {
  try {
    return unpack(file, folder);
  } catch {
    return false;
  }
}

/** The command's own code. Its Node and keyring come from the registry, and a signature changes them on macOS. */
const ofCommand = /[Rr]esources\/command\/(?:bin\/|.*\.(?:cjs|js|json)$)/;

const difference = (path: string, what: string, isUncompared = false): Difference[] => [{ path, what, isInApp: /app\.asar › /.test(path) || /(^|› )dist\//.test(path) || ofCommand.test(path), isUncompared }];

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

/** 7z refuses links that lead upwards. */
function unpackRpm(file: string, folder: string): boolean {
  const archive = `${folder}.tar`;
  const [from, into] = [openSync(file, 'r'), openSync(archive, 'w')];
  try {
    return spawnSync('rpm2archive', ['-n', '-'], { stdio: [from, into, 'ignore'] }).status === 0 && untar(archive, folder);
  } finally {
    for (const each of [from, into]) closeSync(each);
    rmSync(archive);
  }
}

function with7z(file: string, folder: string): boolean {
  // 1: a warning, for example about bytes behind the archive, as a signature is.
  const { status } = spawnSync('7z', ['x', '-y', `-o${folder}`, file], { stdio: 'ignore' });
  return status === 0 || status === 1;
}

/** An AppImage is a program of 64 bits, which ends with its table of sections, and a squashfs behind it. */
function unsquash(file: string, folder: string): boolean {
  const header = readFileSync(file).subarray(0, 64);
  const offset = Number(header.readBigUInt64LE(0x28)) + header.readUInt16LE(0x3a) * header.readUInt16LE(0x3c);
  return capture('unsquashfs', ['-quiet', '-no-progress', '-force', '-offset', String(offset), '-dest', folder, file]).ok;
}
