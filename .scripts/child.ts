import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

const binaries = resolve(root, 'node_modules/.bin');

/** The environment with the project's own tools, Node among them, first on the path. */
export function toolEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}`, ...extra };
}

/**
 * Runs a program with this terminal and waits for it; resolves to its exit code, 1 when a signal ended it.
 * Signals to end go on to the program, so that it can leave in good order.
 */
export async function run(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: toolEnvironment(), shell: process.platform === 'win32', ...options });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  try {
    return await new Promise((done, failed) => {
      child.once('error', failed);
      child.once('close', (code) => done(code ?? 1));
    });
  } finally {
    process.off('SIGINT', pass).off('SIGTERM', pass);
  }
}

export interface Captured {
  readonly ok: boolean;
  /** Both streams, as they came. */
  readonly output: string;
}

/** Runs a short program quietly. A program that is not there is `ok: false`. */
export function capture(program: string, args: readonly string[], options: { readonly cwd?: string; readonly timeout?: number } = {}): Captured {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20, ...options });
  return { ok: status === 0, output: error === undefined ? `${stdout}${stderr}` : error.message };
}

/** Runs npm quietly: the one that runs this script, if one does. */
export function captureNpm(args: readonly string[], options: { readonly cwd?: string } = {}): Captured {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('npm-cli.js') ? capture(process.execPath, [npm, ...args], options) : capture('npm', args, options);
}

/** Whether a program of this name is on the path. */
export function hasProgram(name: string): boolean {
  return capture('sh', ['-c', `command -v ${name}`]).ok;
}
