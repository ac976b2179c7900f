import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyStore } from '../../../electron/platform/key-store.ts';
import { openSettingsStore } from '../../../electron/platform/settings-store.ts';
import { defaultSettings } from '../../../shared/settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('settings on disk', () => {
  it('start with the defaults and remember changes', () => {
    expect(openSettingsStore(folder).get()).toEqual(defaultSettings);
    openSettingsStore(folder).set({ ...defaultSettings, theme: 'dark' });
    expect(openSettingsStore(folder).get().theme).toBe('dark');
  });

  it.each(['{"theme": "dar', '[]', '{"theme":"purple"}', '\u0000\u0000', '{"unknown":1}'])('move %j aside with its bytes, and open', async (bad) => {
    await writeFile(path.join(folder, 'settings.json'), bad);
    const store = openSettingsStore(folder);
    expect(store.get()).toEqual(defaultSettings);
    expect(store.quarantined).not.toBeNull();
    expect(await readFile(store.quarantined as string, 'utf8')).toBe(bad);
    store.set({ ...defaultSettings, theme: 'light' });
    expect(openSettingsStore(folder).get().theme).toBe('light');
  });

  it('are read from a file that is older than the setting "how many", without its count', async () => {
    const compose = { model: 'm', size: 'auto', quality: 'high' };
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ theme: 'dark', compose: { ...compose, count: 16 } }));
    const store = openSettingsStore(folder);
    expect(store.quarantined).toBeNull();
    expect(store.get()).toEqual({ ...defaultSettings, theme: 'dark', compose });
  });

  it('refuse invalid values', () => {
    const store = openSettingsStore(folder);
    expect(() => store.set({ ...defaultSettings, watchLimitMinutes: 0 })).toThrow();
    expect(store.get()).toEqual(defaultSettings);
  });
});

describe('a disk that writes less than it is given', () => {
  afterEach(() => {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  });
  const { writeSync } = fs;
  const limited = (take: (length: number) => number): void => {
    fs.writeSync = ((to: number, bytes: Buffer, offset: number, length: number, at: number) => writeSync(to, bytes, offset, take(length), at)) as typeof fs.writeSync;
    syncBuiltinESMExports();
  };

  it('is given the rest', () => {
    limited((length) => Math.min(length, 3));
    openSettingsStore(folder).set({ ...defaultSettings, theme: 'dark' });
    expect(openSettingsStore(folder).get().theme).toBe('dark');
  });

  it('and is then full leaves the old file, and no other', async () => {
    const store = openSettingsStore(folder);
    store.set({ ...defaultSettings, theme: 'dark' });
    limited(() => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    });
    expect(() => store.set({ ...defaultSettings, theme: 'light' })).toThrow('no room');
    expect(store.get().theme).toBe('dark');
    expect(openSettingsStore(folder).get().theme).toBe('dark');
    expect(await readdir(folder)).toEqual(['settings.json']);
  });
});

describe('keys on disk', () => {
  it('are in their own file, which only its owner may read', async () => {
    const key = { keeping: 'protected', origin: 'https://a.example', lastFour: 'abcd', bytes: 'djExAAAA', refused: false } as const;
    openKeyStore(folder).write('a', key);
    expect(openKeyStore(folder).read('a')).toEqual(key);
    expect(await readdir(folder)).toEqual(['keys.json']);
    if (process.platform !== 'win32') expect((await stat(path.join(folder, 'keys.json'))).mode & 0o077).toBe(0);
    openKeyStore(folder).write('a', null);
    expect(openKeyStore(folder).read('a')).toBeNull();
  });
});
