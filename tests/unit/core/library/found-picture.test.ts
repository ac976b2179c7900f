import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readPicture } from '../../../../electron/core/library/found-picture.ts';
import { samplePicture, samplePictures } from '../../../support/sample-pictures.ts';

const own = '2026/2026-11/2026-11-21 14.03.22 a fox';

async function read(relative: string, bytes: Buffer): Promise<string | null> {
  const root = await mkdtemp(path.join(tmpdir(), 'latent-found-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.dirname(path.join(root, relative)), { recursive: true });
  await writeFile(path.join(root, relative), bytes);
  const found = await readPicture(root, relative);
  return found && `${found.file.type} ${found.file.width}×${found.file.height} ${found.file.bytes}`;
}

it.each(samplePictures)('$name without its end is found again under a name of Latent, and under no other', async ({ type, bytes }) => {
  const cut = bytes.subarray(0, -3);
  const extension = type === 'jpeg' ? 'jpg' : type;
  expect(await read(`${own}.${extension}`, cut)).toBe(`${type} 13×7 ${cut.length}`);
  expect(await read(`${own}.tiff`, cut)).toBeNull();
  expect(await read(`mine.${extension}`, cut)).toBeNull();
  expect(await read(`mine.${extension}`, bytes)).toBe(`${type} 13×7 ${bytes.length}`);
});

it('a picture without a size is found again as what it was kept as', async () => {
  const bytes = samplePicture('png').bytes.subarray(0, 20);
  expect(await read(`${own}.bin`, bytes)).toBe('bin 1×1 20');
  expect(await read(`${own}.png`, bytes)).toBeNull();
  expect(await read('mine.bin', bytes)).toBeNull();
});
