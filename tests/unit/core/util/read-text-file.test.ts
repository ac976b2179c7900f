import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTextFile } from '../../../../electron/core/util/read-text-file.ts';
import { testFolder } from '../../../support/test-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(testFolder, 'latent-text-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['UTF-8', Buffer.from('\uFEFFmöbel'), '\uFEFFmöbel'],
  ['UTF-16', Buffer.from('\uFEFFmöbel', 'utf16le'), '\uFEFFmöbel'],
  ['UTF-16 of the other order', Buffer.from('\uFEFFmöbel', 'utf16le').swap16(), '\uFEFFmöbel'],
])('reads %s', async (_, bytes, text) => {
  const file = path.join(folder, 'a.csv');
  await writeFile(file, bytes);
  expect(await readTextFile(file, 100)).toBe(text);
});

it('refuses by its name what may have other characters', async () => {
  const file = path.join(folder, 'prices.csv');
  await writeFile(file, Buffer.from('model,price\nmöbel,1', 'latin1'));
  await expect(readTextFile(file, 100)).rejects.toMatchObject({ appError: { code: 'file-not-text', detail: 'prices.csv' } });
});

it('refuses what is too large or is no file', async () => {
  const file = path.join(folder, 'a.csv');
  await writeFile(file, '12345');
  expect(await readTextFile(file, 5)).toBe('12345');
  await expect(readTextFile(file, 4)).rejects.toMatchObject({ appError: { code: 'file-too-large' } });
  await expect(readTextFile(`${file}.none`, 4)).rejects.toMatchObject({ appError: { code: 'file-unreadable' } });
  await expect(readTextFile('/dev/zero', 4)).rejects.toMatchObject({ appError: { code: 'file-too-large' } });
});
