import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** macOS is not here. What electron-updater would do there is: what it tells Squirrel. */

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

it('on macOS, hands the file to Squirrel, byte for byte, and starts again through it', async () => {
  const installer = (await load()).createMacInstaller('1.0.0');
  const file = path.join(folder, 'Latent-1.0.1-mac.zip');
  const content = Buffer.alloc(200_000, 'z');
  await writeFile(file, content);
  await installer.stage(file, release);
  expect(fetched, 'a release may still be withdrawn').toBeNull();
  expect(await installer.install(file, '', false)).toBe('at-work');
  expect(fetched).toEqual(content);
  expect(quits).toBe(0);
  expect(await installer.install(file, '', true)).toBe('at-work');
  expect(quits).toBe(1);
});

it('on macOS, an app that Squirrel refuses is not installed', async () => {
  damaged = true;
  const installer = (await load()).createMacInstaller('1.0.0');
  const file = path.join(folder, 'Latent-1.0.1-mac.zip');
  await writeFile(file, 'not ours');
  await expect(installer.install(file, '', true)).rejects.toMatchObject({ fault: 'refused', message: expect.stringContaining('Code signature') as string });
  expect(quits).toBe(0);
});
