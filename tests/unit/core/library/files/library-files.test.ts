import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureFolders, placeFile, takeNameByReservation } from '../../../../../electron/core/library/files/library-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'latent-files-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const inRoot = (name: string): string => path.join(root, name);

describe('ensureFolders', () => {
  it('creates folders below the root, also if they exist', async () => {
    expect(await ensureFolders(root, ['2026', '2026-11'])).toBe(path.join(root, '2026', '2026-11'));
    expect(await ensureFolders(root, ['2026', '2026-11'])).toBe(path.join(root, '2026', '2026-11'));
  });

  it('never creates the root', async () => {
    await expect(ensureFolders(inRoot('gone'), ['2026'])).rejects.toThrow('ENOENT');
    expect(await readdir(root)).toEqual([]);
  });
});

describe('placeFile', () => {
  it('takes the first free name and removes the old one', async () => {
    await writeFile(inRoot('part'), 'new');
    await writeFile(inRoot('a'), 'old');
    expect(await placeFile(inRoot('part'), root, [['a', 'b', 'c']])).toBe('b');
    expect(await readdir(root)).toEqual(['a', 'b']);
    expect(await readFile(inRoot('a'), 'utf8')).toBe('old');
    expect(await readFile(inRoot('b'), 'utf8')).toBe('new');
  });

  it('rejects if every name is taken or the file is gone', async () => {
    await writeFile(inRoot('part'), 'new');
    await writeFile(inRoot('a'), 'old');
    await expect(placeFile(inRoot('part'), root, [['a']])).rejects.toThrow('EEXIST');
    await expect(placeFile(inRoot('gone'), root, [['b']])).rejects.toThrow('ENOENT');
  });
});

describe('takeNameByReservation', () => {
  it('takes a free name without links, and leaves a taken one', async () => {
    await writeFile(inRoot('part'), 'new');
    await writeFile(inRoot('a'), 'old');
    expect(await takeNameByReservation(inRoot('part'), inRoot('a'))).toBe(false);
    expect(await takeNameByReservation(inRoot('part'), inRoot('b'))).toBe(true);
    expect(await readdir(root)).toEqual(['a', 'b']);
    expect(await readFile(inRoot('a'), 'utf8')).toBe('old');
    expect(await readFile(inRoot('b'), 'utf8')).toBe('new');
  });

  it('frees the name if the file cannot be moved', async () => {
    await expect(takeNameByReservation(inRoot('gone'), inRoot('b'))).rejects.toThrow('ENOENT');
    expect(await readdir(root)).toEqual([]);
  });
});
