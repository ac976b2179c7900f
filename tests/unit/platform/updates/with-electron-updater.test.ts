import { EventEmitter } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Windows and macOS are not here. What electron-updater would do there is: the program that it starts, and what it tells Squirrel. */

const native = vi.hoisted(() => ({ app: null as unknown as EventEmitter, autoUpdater: null as unknown as EventEmitter }));
vi.mock('electron', () => native);

const require = createRequire(import.meta.url);
const electronFile = require.resolve('electron');
let folder: string;
/** What Squirrel fetched. */
let fetched: Buffer | null;
let quits: number;
let damaged: boolean;

/** Fetches what it is told, as Squirrel does. */
class Squirrel extends EventEmitter {
  private feed = { url: '', headers: {} as Record<string, string> };

  setFeedURL(feed: { url: string; headers: Record<string, string> }): void {
    this.feed = feed;
  }

  checkForUpdates(): void {
    void (async () => {
      const { url } = (await (await fetch(this.feed.url, { headers: this.feed.headers })).json()) as { url: string };
      fetched = Buffer.from(await (await fetch(url)).arrayBuffer());
      if (damaged) this.emit('error', new Error('Code signature did not pass validation'));
      else this.emit('update-downloaded');
    })();
  }

  quitAndInstall(): void {
    quits += 1;
    setImmediate(() => native.app.emit('before-quit'));
  }
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-installer-'));
  [fetched, quits, damaged] = [null, 0, false];
  [native.app, native.autoUpdater] = [new EventEmitter(), new Squirrel()];
  // electron-updater asks for it by `require`.
  require.cache[electronFile] = { exports: native, loaded: true, id: electronFile, filename: electronFile, path: folder, children: [], paths: [], isPreloading: false, parent: null, require };
});
afterEach(async () => {
  delete require.cache[electronFile];
  await rm(folder, { recursive: true });
});

const load = () => import('../../../../electron/platform/updates/with-electron-updater.ts');
const release = { version: '1.0.1', date: '2026-11-20T10:00:00.000Z', notes: '', page: null };

it.each([[true, 'starts-again', '--updated /S --force-run'], [false, 'ends', '--updated /S']] as const)('on Windows, runs the installer without asking (again: %s)', async (restarts, then, args) => {
  const installer = (await load()).createWindowsInstaller('1.0.0');
  const file = path.join(folder, 'Latent setup.exe');
  await writeFile(file, `#!/bin/sh\necho "$@" > "${folder}/ran"\n`);
  await chmod(file, 0o755);
  await installer.stage(file, release);
  expect(await installer.install(file, '', restarts)).toBe(then);
  await expect.poll(() => readFile(path.join(folder, 'ran'), 'utf8').catch(() => '')).toBe(`${args}\n`);
});

it('on Windows, an installer that does not start is told, and asks for no rights', async () => {
  const installer = (await load()).createWindowsInstaller('1.0.0');
  await expect(installer.install(path.join(folder, 'none.exe'), '', true)).rejects.toMatchObject({ fault: 'not-installed' });
});

it('on Windows, installs nothing while the session ends', async () => {
  const { endWithSession } = await import('../../../../electron/platform/process/system-shutdown.ts');
  const window = new EventEmitter();
  endWithSession(window as never, { quit: () => undefined, isSubmitting: () => false });
  window.emit('query-session-end', { preventDefault: () => undefined });
  expect(await (await load()).createWindowsInstaller('1.0.0').install(path.join(folder, 'none.exe'), '', false)).toBe('not-now');
});

it('on macOS, hands the file to Squirrel, byte for byte, and starts again through it', async () => {
  const installer = (await load()).createMacInstaller('1.0.0');
  const file = path.join(folder, 'Latent-1.0.1-mac.zip');
  const content = Buffer.alloc(200_000, 'z');
  await writeFile(file, content);
  await installer.stage(file, release);
  expect(fetched, 'a release may still be withdrawn').toBeNull();
  expect(await installer.install(file, '', false)).toBe('ends');
  expect(fetched).toEqual(content);
  expect(quits).toBe(0);
  expect(await installer.install(file, '', true)).toBe('starts-again');
  expect(quits).toBe(1);
});

it('on Windows, the installer ends no Latent that runs', async () => {
  const script = await readFile('resources/installer.nsh', 'utf8');
  expect(script).toContain('!macro customCheckAppRunning');
  expect(script).not.toMatch(/KILL_PROCESS|taskkill|Stop-Process/i);
});

it('on macOS, an app that Squirrel refuses is not installed', async () => {
  damaged = true;
  const installer = (await load()).createMacInstaller('1.0.0');
  const file = path.join(folder, 'Latent-1.0.1-mac.zip');
  await writeFile(file, 'not ours');
  await expect(installer.install(file, '', true)).rejects.toMatchObject({ fault: 'not-installed', message: expect.stringContaining('Code signature') as string });
  expect(quits).toBe(0);
});
