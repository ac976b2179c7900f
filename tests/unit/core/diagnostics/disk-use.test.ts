import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createDiskKeeper, type DiskUseDeps } from '../../../../electron/core/diagnostics/disk-use.ts';
import { newPart } from '../../../../electron/core/library/files/part-file.ts';
import { systemError } from '../../../../electron/core/util/system-errors.ts';
import { temporaryFolder } from '../../../support/thumbnail-samples.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const day = 86_400_000;

let folder: string;
beforeEach(async () => {
  const temporary = await temporaryFolder();
  ({ folder } = temporary);
  return temporary.remove;
});

const place = (...names: string[]): string => path.join(folder, ...names);
async function put(file: string, bytes: number, age = 0): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.alloc(bytes, 7));
  await utimes(file, (now - age) / 1000, (now - age) / 1000);
}
/** A part of a run that ended. */
const strayPart = (): string => `.latent-${randomUUID()}.part`;

const keeper = (changes: Partial<DiskUseDeps> = {}) =>
  createDiskKeeper({
    clock: { now: () => now },
    userData: place('data'),
    folders: { roots: () => [place('library'), place('former')] },
    lease: { isTaken: () => Promise.resolve(false) },
    thumbnails: { clear: () => Promise.resolve(true) },
    ...changes,
  });

/** Every file of the two libraries with its hash. */
async function libraryFiles(): Promise<readonly string[]> {
  const names = await Promise.all(['library', 'former'].map(async (name) => (await readdir(place(name), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))));
  return Promise.all(names.flat().sort().map(async (file) => `${path.relative(folder, file)} ${createHash('sha256').update(await readFile(file)).digest('hex')}`));
}

async function fill(): Promise<void> {
  await put(place('data', 'latent.db'), 100);
  await put(place('data', 'latent.db-wal'), 20);
  await put(place('data', 'latent.db.accepted'), 3);
  await put(place('data', 'thumbnails', 'thumbnails.sqlite'), 50);
  await put(place('data', 'backups', 'latent-x.db'), 7);
  await put(place('data', 'quarantine', 'a', 'latent.db'), 11);
  await put(place('data', 'updates', 'files', 'app'), 13);
  await put(place('library', '.latent', 'references', 'abc.png'), 17);
  await put(place('former', '.latent', 'references', 'def.png'), 19);
  await put(place('library', '2026', '2026-11', 'a fox.png'), 1000, 40 * day);
}

it('an empty profile takes nothing', async () => {
  expect(await keeper().use()).toEqual({ history: 0, thumbnails: 0, backups: 0, references: 0, quarantine: 0, updates: 0, parts: 0 });
  expect(await keeper().free('parts')).toEqual({ bytes: 0, failed: 0 });
});

it('adds up what is kept, in all library folders', async () => {
  await fill();
  expect(await keeper().use()).toEqual({ history: 123, thumbnails: 50, backups: 7, references: 36, quarantine: 11, updates: 13, parts: 0 });
});

it('removes parts that ended a day ago, and no other file', async () => {
  await fill();
  const before = await libraryFiles();
  await put(place('library', '2026', '2026-11', strayPart()), 400, 2 * day);
  await put(place('former', '2025', '2025-01', strayPart()), 30, 2 * day);
  await put(place('library', '.latent', 'references', strayPart()), 5, 2 * day);
  const [young, own] = [place('library', '2026', '2026-11', strayPart()), newPart(place('library', '2026', '2026-11'))];
  await put(young, 6, day / 2);
  await put(own, 8, 2 * day);
  // Names that only look like parts.
  await put(place('library', '2026', '2026-11', 'latent.part'), 9, 2 * day);
  await put(place('library', '2026', '2026-11', '.latent-x.part'), 9, 2 * day);
  const kept = [...before, ...(await libraryFiles()).filter((line) => [young, own, 'latent.part', '.latent-x.part'].some((name) => line.split(' ')[0]?.endsWith(path.basename(name))))].sort();

  expect((await keeper().use()).parts).toBe(455 - 20);
  expect(await keeper().free('parts')).toEqual({ bytes: 435, failed: 0 });
  expect([...(await libraryFiles())].sort()).toEqual([...new Set(kept)].sort());
  expect((await keeper().use()).parts).toBe(0);
});

it('leaves the folder of another Latent that writes now alone', async () => {
  await put(place('library', '2026', '2026-11', strayPart()), 400, 2 * day);
  await put(place('former', '2026', '2026-11', strayPart()), 30, 2 * day);
  const { use, free } = keeper({ lease: { isTaken: (root) => Promise.resolve(root === place('library')) } });
  expect((await use()).parts).toBe(30);
  expect(await free('parts')).toEqual({ bytes: 30, failed: 0 });
  expect(await libraryFiles()).toHaveLength(1);
});

it.each(['EBUSY', 'EPERM', 'EIO'])('counts a file that cannot be removed (%s), and removes the others', async (code) => {
  const [locked, free] = [place('library', '2026', '2026-11', strayPart()), place('library', '2026', '2026-12', strayPart())];
  await put(locked, 400, 2 * day);
  await put(free, 30, 2 * day);
  const removed: string[] = [];
  const { free: freeUp } = keeper({ remove: (file) => (file === locked ? Promise.reject(systemError(code, 'unlink')) : Promise.resolve(void removed.push(file))) });
  expect(await freeUp('parts')).toEqual({ bytes: 30, failed: 1 });
  expect(removed).toEqual([free]);
});

it('a part that is gone meanwhile is no failure', async () => {
  await put(place('library', '2026', '2026-11', strayPart()), 400, 2 * day);
  expect(await keeper({ remove: () => Promise.reject(systemError('ENOENT', 'unlink')) }).free('parts')).toEqual({ bytes: 0, failed: 0 });
});

it('says by how much less the thumbnails take, and that they could not be deleted', async () => {
  await fill();
  const shrunk = keeper({ thumbnails: { clear: () => writeFile(place('data', 'thumbnails', 'thumbnails.sqlite'), Buffer.alloc(8)).then(() => true) } });
  expect(await shrunk.free('thumbnails')).toEqual({ bytes: 42, failed: 0 });
  await expect(keeper({ thumbnails: { clear: () => Promise.resolve(false) } }).free('thumbnails')).rejects.toMatchObject({ appError: { code: 'database-failed' } });
});
