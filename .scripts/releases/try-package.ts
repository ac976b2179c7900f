// `node .scripts/releases/try-package.ts FORMAT FOLDER OUT` for the release workflow: needs Node from 22.18 on, and no packages.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say, Sentence } from '../say.ts';
import { startScreen } from '../screen.ts';
import { handsHere } from './hands.ts';

const prompt = 'a lighthouse at dusk';
/** Milliseconds for a window to come, and for a practice picture, on a slow runner. */
const patience = 120_000;

interface Installed {
  readonly program: string;
  remove(): void;
}

/** How each kind of package is installed, as its users do it. */
const formats: Readonly<Record<string, (file: string) => Installed>> = {
  deb: (file) => install('apt-get', file),
  rpm: (file) => install('dnf', file),
  AppImage(file) {
    chmodSync(file, 0o755);
    return { program: file, remove: () => rmSync(file) };
  },
  'tar.gz'(file) {
    const folder = mkdtempSync(join(tmpdir(), 'latent-unpacked-'));
    must('tar', ['-xzf', file, '-C', folder]);
    const [unpacked = ''] = readdirSync(folder);
    return { program: join(folder, unpacked, 'latent'), remove: () => rmSync(folder, { recursive: true }) };
  },
  dmg(file) {
    const volume = mkdtempSync(join(tmpdir(), 'latent-volume-'));
    must('hdiutil', ['attach', '-nobrowse', '-readonly', '-mountpoint', volume, file]);
    must('cp', ['-R', join(volume, 'Latent.app'), '/Applications/']);
    must('hdiutil', ['detach', volume]);
    return { program: '/Applications/Latent.app/Contents/MacOS/Latent', remove: () => rmSync('/Applications/Latent.app', { recursive: true }) };
  },
  exe(file) {
    must(file, ['/S']);
    const programs = join(process.env['LOCALAPPDATA'] ?? '', 'Programs');
    const folder = readdirSync(programs).find((name) => name.toLowerCase() === 'latent') ?? 'latent';
    return { program: join(programs, folder, 'Latent.exe'), remove: () => must(join(programs, folder, 'Uninstall Latent.exe'), ['/S']) };
  },
};

function install(manager: string, file: string): Installed {
  must('sudo', [manager, 'install', '-y', file]);
  return { program: '/usr/bin/latent', remove: () => must('sudo', [manager, 'remove', '-y', 'latent']) };
}

/**
 * The package for a processor among the files of a folder. Throws a Sentence if there is none, or more than one. A package whose name has no
 * processor is for x64, or, if there is no other, for all of them.
 */
export function packageFor(files: readonly string[], format: string, arch: string): string {
  const ofFormat = files.filter((name) => name.endsWith(`.${format}`) && !/portable/i.test(name));
  const forArm = ofFormat.filter((name) => /arm64|aarch64/.test(name));
  const others = ofFormat.filter((name) => !forArm.includes(name));
  const fitting = arch === 'arm64' && forArm.length > 0 ? forArm : others;
  const [file, ...rest] = fitting;
  if (file === undefined || rest.length > 0) throw new Sentence(`There should be one .${format} for ${arch}, and there are ${fitting.length}: ${files.join(', ')}`);
  return file;
}

/** Installs a package, starts it, makes a picture with the practice service, takes a screenshot of it into `out`, quits and removes it again. */
async function tryPackage(format: string, folder: string, out: string): Promise<void> {
  const way = formats[format];
  if (way === undefined) throw new Sentence(`usage: try-package ${Object.keys(formats).join('|')} FOLDER OUT`);
  mkdirSync(out, { recursive: true });
  const file = resolve(folder, packageFor(readdirSync(folder), format, process.arch));
  say(`installing ${basename(file)}`);
  const { program, remove } = way(file);
  if (!existsSync(program)) throw new Sentence(`It installed no ${program}.`);
  await usePackage(program, out);
  remove();
  if (format !== 'AppImage' && existsSync(program)) throw new Sentence(`Removing it left ${program}.`);
  if (pictures().length === 0) throw new Sentence('Removing it took the pictures along.');
  say('installed, started, made a picture, quit, removed');
}

/** Starts the program, makes a picture with it and quits. Whatever happens, a screenshot and the program's output are in `out`. */
export async function usePackage(program: string, out: string, args: readonly string[] = []): Promise<void> {
  const hands = handsHere();
  mkdirSync(join(homedir(), 'Pictures'), { recursive: true });
  const before = pictures();
  const screen = await startScreen();
  Object.assign(process.env, screen.environment);
  const log = openSync(join(out, 'output.txt'), 'w');
  const app = spawn(program, args, { stdio: ['ignore', log, log] });
  try {
    await until('shows no window', app, () => hands.seesWindow(app.pid ?? 0));
    hands.typeAndSend(app.pid ?? 0, prompt);
    await until('makes no picture', app, () => pictures().some((name) => !before.includes(name) && isPng(name)));
    // The window shows it a moment later.
    await wait(2_000);
  } finally {
    hands.photograph(join(out, 'screen.png'));
    await quit(app);
    closeSync(log);
    await screen.stop();
  }
  if (app.exitCode !== 0 && process.platform !== 'win32') throw new Sentence(`It ended with ${app.exitCode ?? app.signalCode}.`);
}

async function until(fault: string, app: ChildProcess, isThere: () => boolean): Promise<void> {
  const deadline = Date.now() + patience;
  while (!isThere()) {
    if (app.exitCode !== null) throw new Sentence(`It ended with ${app.exitCode} at once.`);
    if (Date.now() > deadline) throw new Sentence(`It ${fault}.`);
    await wait(500);
  }
}

async function quit(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.pid === undefined) return;
  const ended = once(app, 'exit');
  if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(app.pid)]);
  else app.kill('SIGTERM');
  const isEnded = await Promise.race([ended.then(() => true), wait(30_000, false, { ref: false })]);
  if (!isEnded) app.kill('SIGKILL');
}

function pictures(): string[] {
  const library = join(homedir(), 'Pictures', 'Latent');
  if (!existsSync(library)) return [];
  return readdirSync(library, { recursive: true, encoding: 'utf8' }).map((name) => join(library, name)).filter((name) => name.endsWith('.png'));
}

function isPng(file: string): boolean {
  return readFileSync(file).subarray(1, 4).toString('latin1') === 'PNG';
}

function must(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Sentence(`${program} ${args.join(' ')} did not succeed${error === undefined ? '' : `: ${error.message}`}.`);
}

if (process.argv[1] === import.meta.filename) {
  const [format = '', folder = '.', out = 'seen'] = process.argv.slice(2);
  try {
    await tryPackage(format, folder, resolve(out));
  } catch (error) {
    console.error(error instanceof Sentence ? error.message : error);
    process.exitCode = 1;
  }
}
