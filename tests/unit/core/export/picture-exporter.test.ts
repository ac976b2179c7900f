import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { firstOfFolders } from '../../../../electron/core/export/picture-files.ts';
import { createPictureExporter, type PictureExporter } from '../../../../electron/core/export/picture-exporter.ts';
import { createFileThread, type FileThread } from '../../../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import type { PictureStore } from '../../../../electron/core/library/picture-store.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import type { ExportProgress } from '../../../../shared/library/export.ts';
import { importWorkerFile } from '../../../support/built-threads.ts';

const clock = createSystemClock();

let home: string;
let target: string;
let kept: string[];
let missed: number[];
let failures: unknown[];
let exporter: PictureExporter;
/** Runs before each job of the thread. */
let before: (job: Parameters<FileThread['run']>[0]) => ReturnType<FileThread['run']> | null;
let changed: (state: ExportProgress | null) => void;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-export-'));
  target = path.join(home, 'Copies');
  await mkdir(path.join(home, 'Latent'));
  await mkdir(target);
  [kept, missed, failures] = [[], [], []];
  before = () => null;
  changed = () => undefined;
  const real = createFileThread({ workerFile: importWorkerFile, clock });
  const thread: FileThread = { ...real, run: (job) => before(job) ?? real.run(job) };
  exporter = createPictureExporter({
    clock,
    thread,
    repository,
    folders: libraryFolders(),
    missed: (ids) => missed.push(...ids),
    changed: (state) => changed(state),
    failed: (error) => failures.push(error),
  });
  return async () => {
    await exporter.close();
    await rm(home, { recursive: true, force: true });
  };
});

const libraryFolders = () => createLibraryFolders(() => path.join(home, 'Latent'), () => []);

/** Picture 1 was kept first. A picture without a path has been removed. */
const repository = {
  describe: async (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const file = kept[id - 1];
      if (!file) return [];
      const content = contentOf(file);
      return [{ image: { id, state: { status: 'kept', file: { path: file, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') } } } }];
    }),
} as unknown as PictureStore;

const contentOf = (file: string): Buffer => Buffer.from(`the content of ${file}`.repeat(100));

async function keep(...files: readonly string[]): Promise<Int32Array> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(home, 'Latent', file)), { recursive: true });
    await writeFile(path.join(home, 'Latent', file), contentOf(file));
    kept.push(file);
  }
  return Int32Array.from(kept.keys(), (index) => index + 1);
}

/** Resolves with the first state for which it is true. */
function until(holds: (state: ExportProgress) => boolean): Promise<ExportProgress> {
  return new Promise((resolve) => {
    changed = (state) => state && holds(state) && resolve(state);
  });
}
const atRest = (): Promise<ExportProgress> => until(({ phase }) => phase !== 'running');

async function exported(ids: Int32Array): Promise<ExportProgress> {
  exporter.begin(ids, target);
  return atRest();
}

it('copies byte for byte, overwrites nothing, and copies nothing again in a second export', async () => {
  const ids = await keep('2026/fox.png', '2025/fox.png', '2026/cat.jpg');
  await writeFile(path.join(target, 'cat.jpg'), 'a cat of somebody else');
  expect(await exported(ids)).toEqual({ phase: 'ended', trouble: null, folder: target, pictures: 3, done: 3, copied: 3, there: 0, leftOut: 0 });
  const all = { 'cat 2.jpg': contentOf('2026/cat.jpg'), 'cat.jpg': Buffer.from('a cat of somebody else'), 'fox 2.png': contentOf('2025/fox.png'), 'fox.png': contentOf('2026/fox.png') };
  const found = async () => Object.fromEntries(await Promise.all((await readdir(target)).map(async (name) => [name, await readFile(path.join(target, name))])));
  expect(await found()).toEqual(all);
  expect(await exported(ids)).toMatchObject({ phase: 'ended', copied: 0, there: 3 });
  expect(await found()).toEqual(all);
  exporter.dismiss();
  expect(exporter.state()).toBeNull();
});

it('lists pictures without a file, and does not count removed ones', async () => {
  const ids = await keep('2026/fox.png', '2026/gone.png', '2026/cat.png');
  await rm(path.join(home, 'Latent', '2026', 'gone.png'));
  kept[2] = '';
  expect(await exported(ids)).toMatchObject({ phase: 'ended', pictures: 2, done: 2, copied: 1, leftOut: 1 });
  expect(exporter.leftOut()).toEqual([{ path: '2026/gone.png', reason: 'missing' }]);
  expect(missed).toEqual([2]);
});

it('does not follow a link out of the library', async () => {
  const ids = await keep('fox.png');
  await rm(path.join(home, 'Latent', 'fox.png'));
  await writeFile(path.join(home, 'secret'), contentOf('fox.png'));
  await symlink(path.join(home, 'secret'), path.join(home, 'Latent', 'fox.png'));
  expect(await exported(ids)).toMatchObject({ phase: 'ended', copied: 0, leftOut: 1 });
  expect(await readdir(target)).toEqual([]);
});

it('stops if the disk is full, resumes where it stopped, and refuses a second export', async () => {
  const ids = await keep('a.png', 'b.png', 'c.png');
  before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
  exporter.begin(ids, target);
  expect(() => exporter.begin(ids, target)).toThrow('export-under-way');
  expect(await atRest()).toMatchObject({ phase: 'stopped', trouble: 'disk-full', done: 1, copied: 1 });
  before = () => null;
  exporter.resume();
  expect(await atRest()).toMatchObject({ phase: 'ended', trouble: null, done: 3, copied: 3, there: 0 });
  expect(await readdir(target)).toEqual(['a.png', 'b.png', 'c.png']);
});

it('reports that the folder is gone', async () => {
  const ids = await keep('a.png');
  await rm(target, { recursive: true });
  expect(await exported(ids)).toMatchObject({ phase: 'stopped', trouble: 'folder-unwritable', done: 0 });
  expect(failures).toEqual([]);
});

it('reports pictures in an unreachable library folder as unreachable, not as missing', async () => {
  const ids = await keep('a.png', 'b.png', 'c.png');
  await rm(path.join(home, 'Latent', 'a.png'));
  before = (job) => {
    if (job.kind !== 'copy') return null;
    return rename(path.join(home, 'Latent'), path.join(home, 'unplugged')).then(() => ({ kind: 'failed', side: 'source', code: 'EIO' }) as const);
  };
  expect(await exported(ids)).toMatchObject({ phase: 'ended', copied: 0, leftOut: 3 });
  expect(exporter.leftOut().map(({ reason }) => reason)).toEqual(['missing', 'unreadable', 'unreachable']);
});

it('skips a picture whose name the disk refuses, and continues', async () => {
  const ids = await keep('a.png', 'b.png');
  // With a number the name is too long.
  kept[0] = `${'x'.repeat(251)}.png`;
  await writeFile(path.join(home, 'Latent', kept[0]), contentOf(kept[0]));
  await writeFile(path.join(target, kept[0]), 'another');
  expect(await exported(ids)).toMatchObject({ phase: 'ended', copied: 1, leftOut: 1 });
  expect(exporter.leftOut()).toEqual([{ path: kept[0], reason: 'name-refused' }]);
  expect((await readdir(target)).toSorted()).toEqual(['b.png', kept[0]]);
});

it('removes the unfinished copy when it is stopped, and starts with that picture when it resumes', async () => {
  const ids = await keep('a.png', 'b.png', 'c.png');
  before = (job) => {
    if (job.kind !== 'copy' || !job.path.endsWith('b.png')) return null;
    // What the thread has written when it is ended.
    const written = writeFile(job.part, 'half');
    return written.then(() => {
      exporter.stop();
      return { kind: 'refused', why: 'too-costly' } as const;
    });
  };
  expect(await exported(ids)).toMatchObject({ phase: 'stopped', trouble: null, done: 1, copied: 1, leftOut: 0 });
  expect(await readdir(target)).toEqual(['a.png']);
  before = () => null;
  exporter.resume();
  expect(await atRest()).toMatchObject({ phase: 'ended', done: 3, copied: 3 });
  expect(await readdir(target)).toEqual(['a.png', 'b.png', 'c.png']);
});

it('shows the first file of each folder, five at most', async () => {
  const ids = await keep('1/a.png', '1/b.png', '2/c.png', '3/gone.png', '3/d.png');
  await rm(path.join(home, 'Latent', '3', 'gone.png'));
  const inLibrary = (files: readonly string[]) => files.map((file) => path.relative(path.join(home, 'Latent'), file));
  const few = await firstOfFolders(ids, { repository, folders: libraryFolders() });
  expect([inLibrary(few.files), few.more]).toEqual([['1/a.png', '2/c.png', '3/d.png'], false]);
  const many = await firstOfFolders(await keep('4/e.png', '5/f.png', '6/g.png'), { repository, folders: libraryFolders() });
  expect([inLibrary(many.files), many.more]).toEqual([['1/a.png', '2/c.png', '3/d.png', '4/e.png', '5/f.png'], true]);
});
