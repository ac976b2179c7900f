// `node .scripts/releases/try-package.ts FORMAT FOLDER OUT` for the release workflow: needs Node from 22.18 on, and no packages.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { appImageLauncher } from '../../electron/platform/command/command-place.ts';
import { say, Sentence } from '../say.ts';
import { startScreen } from '../screen.ts';
import { handsHere } from './hands.ts';
import { sendPrompt } from './send-prompt.ts';
import { isPng, useCommand } from './try-command.ts';

const prompt = 'a lighthouse at dusk';
/** Milliseconds for a window to come, and for a practice picture, on a slow runner. */
const patience = 120_000;
/** Milliseconds for what a removal leaves to its own end: the uninstaller of Windows goes on as a copy of itself. */
const removalLimit = 60_000;

interface Installed {
  readonly program: string;
  /** The command line: what a person types, or what Settings puts on the PATH. */
  readonly command: string;
  /** What must be gone after the removal. */
  readonly traces: readonly string[];
  remove(): void;
}

/** How each kind of package is installed, as its users do it. */
const formats: Readonly<Record<string, (file: string) => Installed>> = {
  deb: (file) => install('apt-get', file),
  rpm: (file) => install('dnf', file),
  AppImage(file) {
    chmodSync(file, 0o755);
    const folder = emptyFolder();
    const command = join(folder, 'latent');
    writeFileSync(command, appImageLauncher(file), { mode: 0o755 });
    return { program: file, command, traces: [file], remove: () => rmSync(file) };
  },
  'tar.gz'(file) {
    const folder = emptyFolder();
    must('tar', ['-xzf', file, '-C', folder]);
    const [unpacked = ''] = readdirSync(folder);
    return unpackedIn(folder, join(folder, unpacked));
  },
  zip(file) {
    const folder = emptyFolder();
    if (process.platform === 'darwin') {
      must('ditto', ['-xk', file, folder]);
      return bundleIn(folder);
    }
    must('unzip', ['-q', file, '-d', folder]);
    return unpackedIn(folder, folder);
  },
  dmg(file) {
    const volume = mkdtempSync(join(tmpdir(), 'latent-volume-'));
    must('hdiutil', ['attach', '-nobrowse', '-readonly', '-mountpoint', volume, file]);
    must('cp', ['-R', join(volume, 'Latent.app'), '/Applications/']);
    must('hdiutil', ['detach', volume]);
    return bundleIn('/Applications', '/Applications/Latent.app');
  },
  exe(file) {
    must(file, ['/S']);
    const programs = join(process.env['LOCALAPPDATA'] ?? '', 'Programs');
    const folder = join(programs, readdirSync(programs).find((name) => name.toLowerCase() === 'latent') ?? 'latent');
    return { program: join(folder, 'Latent.exe'), command: join(folder, 'resources/command/bin/latent.cmd'), traces: [folder], remove: () => must(join(folder, 'Uninstall Latent.exe'), ['/S']) };
  },
};

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'latent-unpacked-'));

const inFolder = (folder: string, program: string, command: string): Installed => ({ program, command, traces: [folder], remove: () => rmSync(folder, { recursive: true }) });

/** `inside`: where in the folder the archive's own folder is. */
const unpackedIn = (folder: string, inside: string): Installed => inFolder(folder, join(inside, 'latent'), join(inside, 'resources/command/bin/latent'));

const bundleIn = (folder: string, removed = folder): Installed => inFolder(removed, join(folder, 'Latent.app/Contents/MacOS/Latent'), join(folder, 'Latent.app/Contents/Resources/command/bin/latent'));

function install(manager: string, file: string): Installed {
  must('sudo', [manager, 'install', '-y', file]);
  return { program: '/usr/bin/latent', command: 'latent', traces: ['/usr/bin/latent', '/opt/Latent'], remove: () => must('sudo', [manager, 'remove', '-y', 'latent']) };
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

/** Installs the package of a format that a folder has, and tries it. */
async function tryPackage(format: string, folder: string, out: string): Promise<void> {
  const way = formats[format];
  if (way === undefined) throw new Sentence(`usage: try-package ${Object.keys(formats).join('|')} FOLDER OUT`);
  mkdirSync(out, { recursive: true });
  const file = resolve(folder, packageFor(readdirSync(folder), format, process.arch));
  say(`installing ${basename(file)}`);
  const installed = way(file);
  await tryInstalled(installed, basename(file), () => usePackage(installed.program, out));
}

/** Uses what was installed, makes another picture with its command, and removes it. `use`: starts its program, makes a picture and quits. */
export async function tryInstalled({ program, command, traces, remove }: Installed, file: string, use: () => Promise<void>): Promise<void> {
  if (!existsSync(program)) throw new Sentence(`It installed no ${program}.`);
  await use();
  useCommand(command, file);
  remove();
  await untilGone(traces, removalLimit);
  if (pictures().length === 0) throw new Sentence('Removing it took the pictures along.');
  say('installed, started, made a picture, quit, made a picture by its command, removed');
}

/** Waits until none of the paths is there; throws a Sentence with those that are still there after so many milliseconds. A link that leads nowhere is there. */
export async function untilGone(traces: readonly string[], limit: number): Promise<void> {
  const left = (): readonly string[] => traces.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  for (const deadline = Date.now() + limit; left().length > 0; await wait(Math.min(500, limit))) {
    if (Date.now() > deadline) throw new Sentence(`${limit / 1_000} seconds after its removal, there is still ${left().join(' and ')}.`);
  }
}

/** Starts the program, makes a picture with it and quits. Whatever happens, a screenshot and the program's output are in `out`. */
export async function usePackage(program: string, out: string, args: readonly string[] = []): Promise<void> {
  const hands = handsHere();
  mkdirSync(join(homedir(), 'Pictures'), { recursive: true });
  const before = pictures();
  const intentsBefore = intents();
  const screen = await startScreen();
  Object.assign(process.env, screen.environment);
  const log = openSync(join(out, 'output.txt'), 'w');
  const app = spawn(program, args, { stdio: ['ignore', log, log] });
  let endedByItself = false;
  try {
    await until('shows no window', app, () => hands.seesWindow(app.pid ?? 0));
    const pid = app.pid ?? 0;
    await sendPrompt({ type: (text) => hands.type(pid, text), send: () => hands.send(pid), isSent: () => intents() > intentsBefore }, prompt);
    await until('makes no picture', app, () => pictures().some((name) => !before.includes(name) && isPng(name)));
    // The window shows it a moment later.
    await wait(2_000);
  } finally {
    // Without a screenshot, what went wrong before is still what is reported, and the screen is closed.
    try {
      hands.photograph(join(out, 'screen.png'));
    } catch (error) {
      console.error('There is no screenshot:', error);
    }
    endedByItself = await quit(app);
    closeSync(log);
    await screen.stop();
  }
  if (!endedByItself) throw new Sentence('It did not quit within 30 seconds.');
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

/** Whether the app ended without being killed. */
async function quit(app: ChildProcess): Promise<boolean> {
  if (app.exitCode !== null || app.pid === undefined) return true;
  const ended = once(app, 'exit');
  if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(app.pid)]);
  else app.kill('SIGTERM');
  const isEnded = await Promise.race([ended.then(() => true), wait(30_000, false, { ref: false })]);
  if (!isEnded) app.kill('SIGKILL');
  return isEnded;
}

/** How many tasks the app's log says it meant to send. */
function intents(): number {
  const log = join(profileFolder(), 'logs/latent.log');
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter((line) => line.includes(' intent written')).length : 0;
}

/** Where the app keeps its log, if no switch says otherwise. */
function profileFolder(): string {
  const { APPDATA: roaming = '', XDG_CONFIG_HOME: configuration = '' } = process.env;
  if (process.platform === 'win32') return join(roaming, 'Latent');
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/Latent');
  return join(configuration === '' ? join(homedir(), '.config') : configuration, 'Latent');
}

function pictures(): string[] {
  const library = join(homedir(), 'Pictures', 'Latent');
  if (!existsSync(library)) return [];
  return readdirSync(library, { recursive: true, encoding: 'utf8' }).map((name) => join(library, name)).filter((name) => name.endsWith('.png'));
}

function must(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Sentence(`${program} ${args.join(' ')} did not succeed${error === undefined ? '' : `: ${error.message}`}.`);
}

// Node has `main` from 24.2 on.
if ((import.meta as { readonly main?: boolean }).main ?? process.argv[1] === import.meta.filename) {
  const [format = '', folder = '.', out = 'seen'] = process.argv.slice(2);
  try {
    await tryPackage(format, folder, resolve(out));
  } catch (error) {
    console.error(error instanceof Sentence ? error.message : error);
    process.exitCode = 1;
  }
}
