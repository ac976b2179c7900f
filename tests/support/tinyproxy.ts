import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unusedPort } from './local-server.ts';

const isThere = (): boolean => spawnSync('tinyproxy', ['-v']).error === undefined;

/** Null if it can be started, or else the reason. As root on Debian it is installed, like other needs of the end-to-end tests. */
export function whyNoTinyproxy(): string | null {
  if (isThere()) return null;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'tinyproxy is not installed (Debian: apt-get install tinyproxy-bin)';
  const apt = (...args: string[]): boolean => spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=30', '-qq', ...args], { timeout: 45_000 }).status === 0;
  const install = (): boolean => apt('install', '-y', '--no-install-recommends', 'tinyproxy-bin');
  if (!install() && apt('update')) install();
  return isThere() ? null : 'tinyproxy is not installed, and apt-get could not bring tinyproxy-bin';
}

export interface Tinyproxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** A real proxy from the distribution, which resolves names by asking `upstreamPort`. */
export async function startTinyproxy(upstreamPort: number, credentials?: { readonly username: string; readonly password: string }): Promise<Tinyproxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-tinyproxy-'));
  const port = await unusedPort();
  const file = path.join(folder, 'tinyproxy.conf');
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 60',
    `LogFile "${path.join(folder, 'log')}"`,
    `Upstream http 127.0.0.1:${upstreamPort}`,
    ...(credentials === undefined ? [] : [`BasicAuth ${credentials.username} ${credentials.password}`]),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawn('tinyproxy', ['-d', '-c', file], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (tries === 100 || child.exitCode !== null) {
      await stop();
      throw new Error('tinyproxy did not start.');
    }
    await sleep(50);
  }
  return { port, stop };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
  });
}
