import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { partOf } from '../../../../electron/core/util/whole-file.ts';
import { openKeysFile } from '../../../../electron/platform/stores/keys-file.ts';
import { openSettingsStore } from '../../../../electron/platform/stores/settings-store.ts';
import { defaultSettings } from '../../../../shared/settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

const key = { keeping: 'protected', origin: 'https://a.example', lastFour: 'abcd', bytes: 'djExAAAA', refused: false } as const;

describe('settings on disk', () => {
  it('start with the defaults and keep what was set', () => {
    expect(openSettingsStore(folder).get()).toEqual(defaultSettings);
    openSettingsStore(folder).set({ ...defaultSettings, theme: 'dark' });
    expect(openSettingsStore(folder).get().theme).toBe('dark');
  });

  it('are never written if they are not valid', () => {
    const store = openSettingsStore(folder);
    expect(() => store.set({ ...defaultSettings, watchLimitMinutes: 0 })).toThrow();
    expect(store.get()).toEqual(defaultSettings);
  });

  it('stay as they were if the disk takes only a part of the new ones', async () => {
    openSettingsStore(folder).set({ ...defaultSettings, theme: 'dark' });
    // A limit on the size of files stands in for the disk: electron-store writes a part and reports no error.
    const entry = fileURLToPath(new URL('../../../support/settings-with-little-room.ts', import.meta.url));
    const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -S -f 4 && exec "$0" "$@"', process.execPath, entry, folder]);
    expect(JSON.parse(stdout)).toEqual({ failure: 'disk-full', theme: 'dark' });
    expect(openSettingsStore(folder).get()).toEqual({ ...defaultSettings, theme: 'dark' });
    expect(await readdir(folder)).toEqual(['settings.json']);
  });
});

describe('keys on disk', () => {
  it('are in a file of their own that only its owner may read', async () => {
    openKeysFile(folder).write('a', key);
    expect(openKeysFile(folder).read('a')).toEqual(key);
    expect(await readdir(folder)).toEqual(['keys.json']);
    if (process.platform !== 'win32') expect((await stat(path.join(folder, 'keys.json'))).mode & 0o077).toBe(0);
    openKeysFile(folder).write('a', null);
    expect(openKeysFile(folder).read('a')).toBeNull();
  });

  it('leave no part of a process that was killed', async () => {
    await writeFile(partOf(path.join(folder, 'keys.json')), '{"keys":');
    openKeysFile(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  const limitWrites = (take: (length: number) => number): void => {
    const { writeSync } = fs;
    fs.writeSync = ((to: number, bytes: Buffer, offset: number, length: number, at: number) => writeSync(to, bytes, offset, take(length), at)) as typeof fs.writeSync;
    syncBuiltinESMExports();
    onTestFinished(() => {
      fs.writeSync = writeSync;
      syncBuiltinESMExports();
    });
  };

  it('are whole on a disk that takes three bytes at a time', () => {
    limitWrites((length) => Math.min(length, 3));
    openKeysFile(folder).write('a', key);
    expect(openKeysFile(folder).read('a')).toEqual(key);
  });

  it('stay as they were if the disk becomes full', async () => {
    const store = openKeysFile(folder);
    store.write('a', key);
    limitWrites(() => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
    });
    expect(() => store.write('b', key)).toThrow('disk-full');
    for (const each of [store, openKeysFile(folder)]) expect([each.read('a'), each.read('b')]).toEqual([key, null]);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });
});
