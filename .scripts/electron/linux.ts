import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture, hasProgram } from '../child.ts';
import { say, Sentence } from '../say.ts';

const electronPackages = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libgl1',
  'libxss1',
  'libx11-xcb1',
  'libxtst6',
  'libatspi2.0-0',
  'libsecret-1-0',
  'fonts-dejavu-core',
  'fonts-noto-color-emoji',
];

/** What the end-to-end tests need besides Electron: a virtual screen, and a keyring and a message bus of their own. */
const testPrograms = { Xvfb: 'xvfb', 'dbus-daemon': 'dbus', 'gnome-keyring-daemon': 'gnome-keyring' };

/** Electron loads it when the first notification is shown, and shows none without it. */
const notifyLibrary = 'libnotify.so.4';

/** What the trials of packages need: bare systems, a virtual screen with a window manager, keys, screenshots and what windows say of themselves. */
const trialPrograms = { debootstrap: 'debootstrap', Xvfb: 'xvfb', openbox: 'openbox', xdotool: 'xdotool', scrot: 'scrot', xprop: 'x11-utils' };

export const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Makes sure that the system has the libraries that this Electron is linked with. */
export function ensureLibraries(executable: string): void {
  if (process.platform !== 'linux') return;
  const missing = Array.from(capture('ldd', [executable]).output.matchAll(/^\s*(\S+) => not found/gm), ([, library]) => library ?? '');
  if (missing.length > 0) provide('Electron', missing, electronPackages);
}

/** Makes sure that the tests can have a screen, a keyring and notifications. */
export function ensureTestPrograms(): void {
  if (process.platform !== 'linux') return;
  ensurePrograms('the end-to-end tests', testPrograms);
  if (!capture('ldconfig', ['-p']).output.includes(notifyLibrary)) provide('the end-to-end tests', [notifyLibrary], ['libnotify4']);
}

/** Makes sure that packages can be tried on bare systems. */
export function ensureTrialPrograms(): void {
  ensurePrograms('the trials of packages', trialPrograms);
}

function ensurePrograms(forWhat: string, programs: Readonly<Record<string, string>>): void {
  const missing = Object.entries(programs).filter(([program]) => !hasProgram(program));
  if (missing.length > 0) {
    const names = missing.map(([program]) => program);
    provide(forWhat, names, missing.map(([, name]) => name));
  }
}

/** Makes sure that ExifTool is installed. Tests and benchmarks use it to read what exports write. */
export function ensureExifTool(): void {
  if (hasProgram('exiftool')) return;
  if (process.platform !== 'linux') throw new Sentence('The tests of exports need ExifTool (https://exiftool.org), which is not here.');
  provide('the tests of exports', ['exiftool'], ['libimage-exiftool-perl']);
}

/** The folder with the programs of a PostgreSQL, the distribution's newest. Tests of workers start servers of their own with it. */
export function ensurePostgres(): string {
  const newest = (): string | undefined => {
    const versions = readdirSync(postgresFolder).filter((name) => existsSync(join(postgresFolder, name, 'bin/initdb')));
    return versions.toSorted((one, other) => Number(one) - Number(other)).at(-1);
  };
  if (!existsSync(postgresFolder) || newest() === undefined) {
    if (process.platform !== 'linux') throw new Sentence('The tests of workers need a PostgreSQL in /usr/lib/postgresql, which is not here.');
    provide('the tests of workers', ['postgres'], ['postgresql']);
  }
  return join(postgresFolder, newest() ?? '', 'bin');
}

const postgresFolder = '/usr/lib/postgresql';

/** Chromium and Chrome, under the names that their packages give the program. On Ubuntu, the last may only tell how to install it. */
const chromiums = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'];

/** The absolute path of a browser of today, the distribution's if none is installed. Null on other systems, where Playwright knows where Chrome is. */
export function ensureChromium(): string | null {
  if (process.platform !== 'linux') return null;
  if (!chromiums.some(hasProgram)) provide('the tests in a current Chromium', ['chromium'], ['chromium']);
  const name = chromiums.find(hasProgram) ?? 'chromium';
  return capture('sh', ['-c', `command -v ${name}`]).output.trim();
}

/** Makes sure that the system has what makes packages, if its owner runs this. Otherwise the report of each package says what it lacks. `downloads`: electron-builder brings some of it. */
export function ensurePackagingPrograms(downloads: boolean): void {
  const needed = { rpmbuild: 'rpm', ...(!downloads && { '7za': 'p7zip-full' }) };
  const missing = Object.entries(needed).filter(([program]) => !hasProgram(program));
  if (missing.length === 0 || !isRoot || !hasProgram('apt-get')) return;
  provide('packages', missing.map(([program]) => program), missing.map(([, name]) => name));
}

/**
 * Chromium's sandbox needs either unprivileged user namespaces or its own setuid helper. Nobody but root in a container
 * runs without the sandbox, so where the system allows neither, this says what the system's owner can do.
 */
export function ensureSandbox(executable: string): void {
  if (process.platform !== 'linux' || isRoot) return;
  if (!hasProgram('unshare') || capture('unshare', ['--user', '--map-root-user', 'true']).ok) return;
  const helper = join(dirname(executable), 'chrome-sandbox');
  const { uid, mode } = statSync(helper, { throwIfNoEntry: false }) ?? { uid: -1, mode: 0 };
  if (uid === 0 && (mode & 0o4000) !== 0) return;
  throw new Sentence(
    `This system does not let Electron build its sandbox, and Latent does not run without it. This allows it, for this copy of Electron:\n\n` +
      `  sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"\n`,
  );
}

function provide(forWhat: string, missing: readonly string[], packages: readonly string[]): void {
  const lacking = `This system lacks what ${forWhat} need${forWhat === 'Electron' ? 's' : ''}: ${missing.join(', ')}.`;
  if (!hasProgram('apt-get')) throw new Sentence(`${lacking} Install the packages that bring them, then run this again.`);
  if (!isRoot) {
    const names = packages.map(todaysName).join(' ');
    throw new Sentence(`${lacking} This installs them:\n\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}\n`);
  }
  say(`${lacking} Installing them with apt-get, which can take minutes.`);
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages.map(todaysName));
}

/** Since 2024 some libraries carry `t64` in their packages' names (64-bit time). */
function todaysName(name: string): string {
  const renamed = `${name}t64`;
  return capture('apt-cache', ['pkgnames', renamed]).output.split('\n').includes(renamed) ? renamed : name;
}

function apt(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Sentence(`apt-get ${args.join(' ')} did not succeed:\n\n${`${stdout}${stderr}`.trim().split('\n').slice(-8).join('\n')}\n`);
}
