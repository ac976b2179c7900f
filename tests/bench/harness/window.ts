import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { unusedPort } from '../../support/local-server.ts';
import { signalTree } from '../../support/process-tree.ts';
import { connectToPage, type DebuggedPage } from './page.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** What is started: Latent, or a window that it is measured against; folders of apps. */
export const programs = { latent: root, empty: path.join(root, 'tests/bench/empty-window'), peer: path.join(root, 'test-results/bench/peer-app') } as const;

export interface BenchWindow {
  readonly page: DebuggedPage;
  /** When the process was started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Bytes of all processes, what they share counted once. Linux only. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

/** Milliseconds until a window must be there. */
const patience = 60_000;

/** Starts a program in a real Electron, as a person does, with the page's debugger open. */
export async function openWindow(program: keyof typeof programs, userData: string): Promise<BenchWindow> {
  await mkdir(userData, { recursive: true });
  const port = await unusedPort();
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const startedAt = Date.now();
  const child = spawn(
    createRequire(import.meta.url)('electron') as string,
    // Under a virtual screen, the GPU process fails twice before Chromium draws without one, and every first frame waits for that.
    [...(asRoot ? ['--no-sandbox'] : []), '--disable-gpu', '--log-level=3', `--remote-debugging-port=${port}`, '--remote-allow-origins=*', `--user-data-dir=${userData}`, '--lang=en-US', programs[program]],
    { cwd: root, stdio: 'ignore' },
  );
  try {
    const page = await connectToPage(await pageAddress(port, program !== 'empty' ? /^latent:\/\/.*index\.html/ : /^file:/));
    return {
      page,
      startedAt,
      memory: () => sharedOut(child.pid ?? 0),
      async close() {
        page.close();
        await end(child);
      },
    };
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function pageAddress(port: number, wanted: RegExp): Promise<string> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await pause(5)) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    const targets = ((await answer?.json()) ?? []) as readonly { readonly type: string; readonly url: string; readonly webSocketDebuggerUrl: string }[];
    const found = targets.find(({ type, url }) => type === 'page' && wanted.test(url));
    if (found !== undefined) return found.webSocketDebuggerUrl;
  }
  throw new Error('no window within a minute');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => signalTree(child.pid ?? 0, 'SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}

async function sharedOut(outermost: number): Promise<number> {
  let bytes = 0;
  for (const pid of await treeOf(outermost)) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    bytes += 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  }
  return bytes;
}

async function treeOf(outermost: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.replace(/^.*\) /s, '').split(' ')[1]));
  }
  const tree = [outermost];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}
