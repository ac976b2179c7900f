import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { firstOfFolders } from '../../../../electron/core/export/picture-files.ts';
import { createExportTrace } from '../../../../electron/core/export/export-trace.ts';
import { createPictureExporter, type PictureExporter } from '../../../../electron/core/export/picture-exporter.ts';
import { createFileThread, type FileThread } from '../../../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import type { ExportStore } from '../../../../electron/core/export/exported-picture.ts';
import type { Decoder } from '../../../../electron/core/thumbnails/decoder-process.ts';
import { readPictureMetadata } from '../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import { usualExport, type ExportChoices } from '../../../../shared/export/export-choices.ts';
import { newTask, type ImageFile, type ImageType, type ShownType } from '../../../../shared/task.ts';
import { wordsFor } from '../../../../shared/words/index.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import type { ExportProgress } from '../../../../shared/export/export.ts';
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
let decode: Decoder['decode'];

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-export-'));
  target = path.join(home, 'Copies');
  await mkdir(path.join(home, 'Latent'));
  await mkdir(target);
  [kept, missed, failures] = [[], [], []];
  before = () => null;
  changed = () => undefined;
  decode = async () => ({ ok: false, reason: 'damaged' });
  const real = createFileThread({ workerFile: importWorkerFile, clock });
  const thread: FileThread = { ...real, run: (job) => before(job) ?? real.run(job) };
  exporter = createPictureExporter({
    clock,
    thread,
    trace: createExportTrace(path.join(home, 'export-under-way.json')),
    repository,
    folders: libraryFolders(),
    decoder: { decode: (id, want) => decode(id, want) },
    thumbnail: async () => null,
    printPdf: async () => new Uint8Array(),
    now: () => 0,
    words: wordsFor('en'),
    writtenBy: 'Latent 0.1.0',
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
      const kind = path.extname(file).slice(1).replace('jpg', 'jpeg') as ImageType;
      const stored: ImageFile = { path: file, type: kind, width: 13, height: 7, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex'), savedAt: 0 };
      return [{ image: { id, state: { status: 'kept', file: stored } }, task: { ...newTask('t', 'a', { model: 'imagen', prompt: 'A red fox: dawn', size: '1x1', quality: '' }, null, Date.UTC(2026, 10, 21)), batchId: 'b' } }];
    }),
  imageMarks: async () => ({ favourite: false, rating: 3, tags: ['fox'], trashedAt: null, flag: 'pick', label: 'red', note: 'For the cover', albums: ['x'] }),
  albums: async () => [{ id: 'x', name: 'Covers' }],
  accounts: async () => [{ id: 'a', name: 'Studio' }],
  batchNames: async () => new Map([['b', 'Foxes']]),
} as unknown as ExportStore;

/** Pictures whose names begin with "real" are real. */
const contentOf = (file: string): Buffer => {
  const name = path.extname(file).slice(1).replace('jpg', 'jpeg').replace('webp', 'webp lossy');
  return path.basename(file).startsWith('real') ? samplePicture(name).bytes : Buffer.from(`the content of ${file}`.repeat(100));
};

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

async function exported(ids: Int32Array, choices: Partial<ExportChoices> = {}, place = target): Promise<ExportProgress> {
  exporter.begin(ids, place, { ...usualExport, ...choices });
  return atRest();
}

/** The files of the folder, by their names. */
const found = async (): Promise<Readonly<Record<string, Buffer>>> => Object.fromEntries(await Promise.all((await readdir(target)).toSorted().map(async (name) => [name, await readFile(path.join(target, name))] as const)));

const metadataIn = (type: ShownType, bytes: Buffer) => readPictureMetadata({ size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) }, type);

it('copies byte for byte, overwrites nothing, and copies nothing again in a second export', async () => {
  const ids = await keep('2026/fox.png', '2025/fox.png', '2026/cat.jpg');
  await writeFile(path.join(target, 'cat.jpg'), 'a cat of somebody else');
  expect(await exported(ids)).toEqual({ phase: 'ended', trouble: null, making: 'copies', folder: target, file: null, pictures: 3, done: 3, copied: 3, there: 0, leftOut: 0 });
  const all = { 'cat 2.jpg': contentOf('2026/cat.jpg'), 'cat.jpg': Buffer.from('a cat of somebody else'), 'fox 2.png': contentOf('2025/fox.png'), 'fox.png': contentOf('2026/fox.png') };
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
  exporter.begin(ids, target, usualExport);
  expect(() => exporter.begin(ids, target, usualExport)).toThrow('export-under-way');
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
    if (job.kind !== 'export') return null;
    return rename(path.join(home, 'Latent'), path.join(home, 'unplugged')).then(() => ({ kind: 'failed', side: 'source', code: 'EIO' }) as const);
  };
  expect(await exported(ids)).toMatchObject({ phase: 'ended', copied: 0, leftOut: 3 });
  expect(exporter.leftOut().map(({ reason }) => reason)).toEqual(['missing', 'unreadable', 'unreachable']);
});

it('gives a picture whose name the disk refuses a shorter one, and finds the copy again', async () => {
  const ids = await keep('a.png', 'b.png');
  // With a number the name is too long.
  kept[0] = `${'x'.repeat(251)}.png`;
  await writeFile(path.join(home, 'Latent', kept[0]), contentOf(kept[0]));
  await writeFile(path.join(target, kept[0]), 'another');
  const names = ['b.png', `${'x'.repeat(120)}.png`, kept[0]];
  expect(await exported(ids)).toMatchObject({ phase: 'ended', copied: 2, there: 0, leftOut: 0 });
  expect((await readdir(target)).toSorted()).toEqual(names);
  expect(await exported(ids)).toMatchObject({ phase: 'ended', copied: 0, there: 2, leftOut: 0 });
  expect((await readdir(target)).toSorted()).toEqual(names);
});

it('removes the unfinished copy when it is stopped, and starts with that picture when it resumes', async () => {
  const ids = await keep('a.png', 'b.png', 'c.png');
  before = (job) => {
    if (job.kind !== 'export' || job.to.kind !== 'part' || !job.path.endsWith('b.png')) return null;
    // What the thread has written when it is ended.
    const written = writeFile(job.to.part, 'half');
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

it('adds metadata or removes it, and says where it can do neither', async () => {
  const ids = await keep('real.png', 'real.jpg', 'real.webp', 'real.gif', 'real.avif');
  expect(await exported(ids, { metadata: 'embed' })).toMatchObject({ phase: 'ended', copied: 5, leftOut: 0 });
  const embedded = await found();
  expect(Object.keys(embedded)).toEqual(['real.avif', 'real.avif.xmp', 'real.gif', 'real.gif.xmp', 'real.jpg', 'real.png', 'real.webp']);
  expect(embedded['real.gif']).toEqual(contentOf('real.gif'));
  expect(embedded['real.gif.xmp']?.toString()).toContain('<dc:description><rdf:Alt><rdf:li xml:lang="x-default">A red fox: dawn<');
  for (const [name, type] of [['real.png', 'png'], ['real.jpg', 'jpeg'], ['real.webp', 'webp']] as const) {
    const read = await metadataIn(type, embedded[name] ?? Buffer.alloc(0));
    expect(read).toMatchObject({ prompt: 'A red fox: dawn', rating: 3, tags: ['fox'], record: { model: 'imagen', account: 'Studio', batch: 'Foxes', flag: 'pick', note: 'For the cover', albums: ['Covers'] }, label: 'Red' });
  }
  expect(await exported(ids, { metadata: 'embed' })).toMatchObject({ copied: 0, there: 5 });
  expect(await found()).toEqual(embedded);
  expect(await exported(ids, { metadata: 'strip', names: 'bare {n}' })).toMatchObject({ copied: 3, leftOut: 2 });
  expect(exporter.leftOut()).toEqual([{ path: 'real.gif', reason: 'not-stripped' }, { path: 'real.avif', reason: 'not-stripped' }]);
});

it('converts in the decoder, and leaves out what that cannot read', async () => {
  const ids = await keep('real.png', 'real.jpg', 'broken.webp');
  const wants: unknown[] = [];
  decode = async (id, want) => {
    wants.push([id, want]);
    return id === 3 ? { ok: false, reason: 'damaged' } : { ok: true, bytes: samplePicture('webp lossy').bytes, width: 13, height: 7, colours: null, hash: null };
  };
  expect(await exported(ids, { format: 'webp', quality: 80, longestSide: 512, metadata: 'embed', names: 'copy {n}' })).toMatchObject({ copied: 2, leftOut: 1 });
  expect(wants).toEqual([1, 2, 3].map((id) => [id, { kind: 'copy', type: 'webp', quality: 0.8, side: 512 }]));
  expect(exporter.leftOut()).toEqual([{ path: 'broken.webp', reason: 'not-converted' }]);
  const copies = await found();
  expect(Object.keys(copies)).toEqual(['copy 1.webp', 'copy 2.webp']);
  expect(await metadataIn('webp', copies['copy 1.webp'] ?? Buffer.alloc(0))).toMatchObject({ prompt: 'A red fox: dawn' });
  // A PNG of the same size is not encoded again.
  wants.length = 0;
  expect(await exported(ids.subarray(0, 1), { format: 'png', longestSide: 100, metadata: 'strip', names: 'plain' })).toMatchObject({ copied: 1 });
  expect(wants).toEqual([]);
});

it('names the copies by a pattern, and numbers those with equal names', async () => {
  const ids = await keep('a.png', 'b.png');
  await exported(ids, { names: '{date} {prompt} {model} {rating} {batch} {account}' });
  const day = new Date(Date.UTC(2026, 10, 21)).getDate();
  expect(Object.keys(await found())).toEqual([`2026-11-${day} A red fox dawn imagen 3 Foxes Studio 2.png`, `2026-11-${day} A red fox dawn imagen 3 Foxes Studio.png`]);
  expect(() => exporter.begin(ids, target, { ...usualExport, names: '{colour}' })).toThrow('bad-request');
});

it('writes a ZIP file, which appears when it is complete and continues after a stop', async () => {
  const ids = await keep('real.png', 'fox.jpg', 'real.gif', 'last.png');
  const zip = path.join(target, 'pictures.zip');
  before = (job) => {
    if (job.kind !== 'export' || job.to.kind !== 'zip' || !job.path.endsWith('real.gif')) return null;
    return appendFile(job.to.part, 'half of an entry').then(() => {
      exporter.stop();
      return { kind: 'refused', why: 'too-costly' } as const;
    });
  };
  expect(await exported(ids, { into: 'zip', metadata: 'embed', names: 'Über {n}' }, zip)).toMatchObject({ phase: 'stopped', done: 2, leftOut: 1, folder: target, file: 'pictures.zip' });
  expect((await readdir(target)).every((name) => name.endsWith('.part'))).toBe(true);
  before = () => null;
  exporter.resume();
  expect(await atRest()).toMatchObject({ phase: 'ended', copied: 2, leftOut: 2 });
  expect(await readdir(target)).toEqual(['pictures.zip']);
  const entries = unzipSync(await readFile(zip));
  expect(Object.keys(entries)).toEqual(['Über 1.png', 'Über 3.gif', 'Über 3.gif.xmp']);
  expect(Buffer.from(entries['Über 3.gif'] ?? [])).toEqual(contentOf('real.gif'));
  expect(spawnSync('python3', ['-c', 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', zip], { encoding: 'utf8' }).stdout).toBe('None\n');
});

it.skipIf(process.platform === 'win32')('a ZIP file that replaces another can be read by those who could read that', async () => {
  const zip = path.join(target, 'pictures.zip');
  await writeFile(zip, 'an older one');
  await chmod(zip, 0o660);
  expect(await exported(await keep('real.png'), { into: 'zip' }, zip)).toMatchObject({ phase: 'ended', copied: 1 });
  expect((await stat(zip)).mode & 0o777).toBe(0o660);
  expect(unzipSync(await readFile(zip))).toHaveProperty(['real.png']);
});

it('removes an unfinished ZIP file when the app quits', async () => {
  const ids = await keep('a.png', 'b.png');
  before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
  expect(await exported(ids, { into: 'zip' }, path.join(target, 'pictures.zip'))).toMatchObject({ phase: 'stopped', trouble: 'disk-full' });
  await exporter.close();
  expect(await readdir(target)).toEqual([]);
});

it('removes what a killed export left in its folder, but no file of another Latent', async () => {
  const trace = path.join(home, 'export-under-way.json');
  const ids = await keep('a.png', 'b.png');
  before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
  await exported(ids, { into: 'zip' }, path.join(target, 'pictures.zip'));
  const [part = ''] = await readdir(target);
  const { run } = JSON.parse(await readFile(trace, 'utf8')) as { run: string };
  expect(part.startsWith(run)).toBe(true);
  // As the next start finds it: an earlier run wrote the trace and the part.
  const earlier = '.latent-01234567-0123-4123';
  const others = [`${earlier.replace('0', 'f')}${part.slice(run.length)}`, '.latent-notes.part', part];
  const left = `${earlier}${part.slice(run.length)}`;
  for (const name of [...others, left]) await writeFile(path.join(target, name), '');
  await writeFile(trace, JSON.stringify({ folder: target, run: earlier }));
  const next = createExportTrace(trace);
  await expect.poll(() => readdir(target)).not.toContain(left);
  expect((await readdir(target)).toSorted()).toEqual(others.toSorted());
  await next.end();
  await expect(readFile(trace)).rejects.toThrow('ENOENT');
  exporter.dismiss();
  await expect.poll(() => readdir(target)).not.toContain(part);
});

it('does not go on with a ZIP file that somebody has deleted or cut meanwhile', async () => {
  const ids = await keep('a.png', 'b.png', 'c.png');
  const stopAtB = async (): Promise<string> => {
    before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
    exporter.dismiss();
    expect(await exported(ids, { into: 'zip' }, path.join(target, 'pictures.zip'))).toMatchObject({ phase: 'stopped', done: 1 });
    before = () => null;
    return path.join(target, (await readdir(target))[0] ?? '');
  };
  const resumed = (): Promise<ExportProgress> => {
    exporter.resume();
    return atRest();
  };
  await rm(await stopAtB());
  expect(await resumed()).toMatchObject({ phase: 'stopped', trouble: 'folder-unwritable', done: 1 });
  await writeFile(await stopAtB(), 'cut');
  expect(await resumed()).toMatchObject({ phase: 'stopped', trouble: 'folder-unwritable', done: 1 });
  exporter.dismiss();
  expect(await exported(ids, { into: 'zip' }, path.join(target, 'pictures.zip'))).toMatchObject({ phase: 'ended', copied: 3 });
});

it('writes a picture once into a ZIP file if it is stopped between the picture and its XMP', async () => {
  const ids = await keep('real.gif', 'real.png');
  let jobs = 0;
  before = (job) => {
    jobs += job.kind === 'export' ? 1 : 0;
    return jobs === 2 ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null;
  };
  const zip = path.join(target, 'pictures.zip');
  expect(await exported(ids, { into: 'zip', metadata: 'embed' }, zip)).toMatchObject({ phase: 'stopped', done: 0 });
  before = () => null;
  exporter.resume();
  expect(await atRest()).toMatchObject({ phase: 'ended', copied: 2 });
  expect(Object.keys(unzipSync(await readFile(zip)))).toEqual(['real.gif', 'real.gif.xmp', 'real.png']);
});

it('numbers many pictures of one name without looking at all of them for each', async () => {
  const ids = await keep(...Array.from({ length: 60 }, (_, at) => `${at}.gif`));
  await writeFile(path.join(target, 'fox 30.gif'), 'somebody else');
  const names = Array.from({ length: 61 }, (_, at) => (at === 0 ? 'fox.gif' : `fox ${at + 1}.gif`));
  expect(await exported(ids, { names: 'fox' })).toMatchObject({ copied: 60 });
  expect(Object.keys(await found()).toSorted()).toEqual(names.toSorted());
  expect(await readFile(path.join(target, 'fox 30.gif'), 'utf8')).toBe('somebody else');
  // In any order, none is copied a second time.
  expect(await exported(ids.toReversed(), { names: 'fox' })).toMatchObject({ copied: 0, there: 60 });
  const zip = path.join(home, 'foxes.zip');
  expect(await exported(ids, { names: 'fox', into: 'zip' }, zip)).toMatchObject({ copied: 60 });
  expect(Object.keys(unzipSync(await readFile(zip)))).toEqual(names.slice(0, 60));
});

it('gives entries of a ZIP file names that are no paths or devices on any system, and that hide nothing', async () => {
  const ids = await keep('..\\..\\C:evil.png', 'plain  name.png', 'aux.png', 'gnp\u202e.exe.png');
  const zip = path.join(target, 'pictures.zip');
  expect(await exported(ids, { into: 'zip' }, zip)).toMatchObject({ phase: 'ended', copied: 4 });
  expect(Object.keys(unzipSync(await readFile(zip)))).toEqual(['C evil.png', 'plain  name.png', '_aux.png', 'gnp .exe.png']);
});
