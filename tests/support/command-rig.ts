import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandFile } from './built-threads.ts';

/** How a run of the command ended. */
export interface CommandRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it printed with `--json`. */
  // The caller says what it reads.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  json<T = Record<string, unknown>>(): T;
}

export interface CommandOptions {
  /** What it reads from stdin. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its working folder. Absent: that of the tests. */
  readonly cwd?: string;
}

/** A profile, and the real built command in processes of its own, with a home of its own. Nothing of the person's desktop or environment reaches it. */
export interface CommandRig {
  readonly home: string;
  readonly profile: string;
  run(args: readonly string[], options?: CommandOptions): Promise<CommandRun>;
  /** Starts it and does not wait. stdout and stderr are pipes. */
  start(args: readonly string[], options?: CommandOptions): ChildProcess;
  remove(): Promise<void>;
}

/** `file`: the command, if not the one that was built for tests in plain Node. */
export async function createCommandRig(file = commandFile): Promise<CommandRig> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-command-'));
  const profile = path.join(home, 'profile');
  const running = new Set<ChildProcess>();
  const start: CommandRig['start'] = (args, { env = {}, cwd = process.cwd() } = {}) => {
    const child = spawn(process.execPath, [file, '--profile', profile, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), HOME: home, LANG: 'C.UTF-8', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };
  return {
    home,
    profile,
    start,
    async run(args, options = {}) {
      const child = start(args, options);
      const [out, err]: [string[], string[]] = [[], []];
      child.stdout?.setEncoding('utf8').on('data', (text: string) => out.push(text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => err.push(text));
      // It may end without reading its input.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(options.input ?? '');
      const [status] = (await once(child, 'close')) as [number | null];
      const stdout = out.join('');
      return { status, stdout, stderr: err.join(''), json: (() => JSON.parse(stdout) as unknown) as CommandRun['json'] };
    },
    async remove() {
      for (const child of running) child.kill('SIGKILL');
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
