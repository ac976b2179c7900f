import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { firstOfFolders } from '../../../../electron/core/export/picture-files.ts';
import { readPictureMetadata } from '../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import { usualExport } from '../../../../shared/export/export-choices.ts';
import type { ShownType } from '../../../../shared/task.ts';
import { sourceOf } from '../../../support/bytes.ts';
import { contentOf, useExportRig } from '../../../support/export-rig.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';

const rig = useExportRig();

const metadataIn = (type: ShownType, bytes: Buffer) => readPictureMetadata(sourceOf(bytes), type);

it('copies byte for byte, overwrites nothing, and copies nothing again in a second export', async () => {
  const ids = await rig.keep('2026/fox.png', '2025/fox.png', '2026/cat.jpg');
  await writeFile(path.join(rig.target, 'cat.jpg'), 'a cat of somebody else');
  expect(await rig.exported(ids)).toEqual({ phase: 'ended', trouble: null, making: 'copies', folder: rig.target, file: null, pictures: 3, done: 3, copied: 3, there: 0, leftOut: 0 });
  const all = { 'cat 2.jpg': contentOf('2026/cat.jpg'), 'cat.jpg': Buffer.from('a cat of somebody else'), 'fox 2.png': contentOf('2025/fox.png'), 'fox.png': contentOf('2026/fox.png') };
  expect(await rig.found()).toEqual(all);
  expect(await rig.exported(ids)).toMatchObject({ phase: 'ended', copied: 0, there: 3 });
  expect(await rig.found()).toEqual(all);
  rig.exporter.dismiss();
  expect(rig.exporter.state()).toBeNull();
});

it('lists pictures without a file, and does not count removed ones', async () => {
  const ids = await rig.keep('2026/fox.png', '2026/gone.png', '2026/cat.png');
  await rm(path.join(rig.home, 'Latent', '2026', 'gone.png'));
  rig.kept[2] = '';
  expect(await rig.exported(ids)).toMatchObject({ phase: 'ended', pictures: 2, done: 2, copied: 1, leftOut: 1 });
  expect(rig.exporter.leftOut()).toEqual([{ path: '2026/gone.png', reason: 'missing' }]);
  expect(rig.missed).toEqual([2]);
});

it('does not follow a link out of the library', async () => {
  const ids = await rig.keep('fox.png');
  await rm(path.join(rig.home, 'Latent', 'fox.png'));
  await writeFile(path.join(rig.home, 'secret'), contentOf('fox.png'));
  await symlink(path.join(rig.home, 'secret'), path.join(rig.home, 'Latent', 'fox.png'));
  expect(await rig.exported(ids)).toMatchObject({ phase: 'ended', copied: 0, leftOut: 1 });
  expect(await readdir(rig.target)).toEqual([]);
});

it('stops if the disk is full, resumes where it stopped, and refuses a second export', async () => {
  const ids = await rig.keep('a.png', 'b.png', 'c.png');
  rig.before = (job) => (job.path.endsWith('b.png') ? Promise.resolve({ kind: 'failed', side: 'library', code: 'ENOSPC' }) : null);
  rig.exporter.begin(ids, rig.target, usualExport);
  expect(() => rig.exporter.begin(ids, rig.target, usualExport)).toThrow('export-under-way');
  expect(await rig.atRest()).toMatchObject({ phase: 'stopped', trouble: 'disk-full', done: 1, copied: 1 });
  rig.before = () => null;
  rig.exporter.resume();
  expect(await rig.atRest()).toMatchObject({ phase: 'ended', trouble: null, done: 3, copied: 3, there: 0 });
  expect(await readdir(rig.target)).toEqual(['a.png', 'b.png', 'c.png']);
});

it('reports that the folder is gone', async () => {
  const ids = await rig.keep('a.png');
  await rm(rig.target, { recursive: true });
  expect(await rig.exported(ids)).toMatchObject({ phase: 'stopped', trouble: 'folder-unwritable', done: 0 });
  expect(rig.failures).toEqual([]);
});

it('reports pictures in an unreachable library folder as unreachable, not as missing', async () => {
  const ids = await rig.keep('a.png', 'b.png', 'c.png');
  await rm(path.join(rig.home, 'Latent', 'a.png'));
  rig.before = (job) => {
    if (job.kind !== 'export') return null;
    return rename(path.join(rig.home, 'Latent'), path.join(rig.home, 'unplugged')).then(() => ({ kind: 'failed', side: 'source', code: 'EIO' }) as const);
  };
  expect(await rig.exported(ids)).toMatchObject({ phase: 'ended', copied: 0, leftOut: 3 });
  expect(rig.exporter.leftOut().map(({ reason }) => reason)).toEqual(['missing', 'unreadable', 'unreachable']);
});

it('gives a picture whose name the disk refuses a shorter one, and finds the copy again', async () => {
  const ids = await rig.keep('a.png', 'b.png');
  // With a number the name is too long.
  rig.kept[0] = `${'x'.repeat(251)}.png`;
  await writeFile(path.join(rig.home, 'Latent', rig.kept[0]), contentOf(rig.kept[0]));
  await writeFile(path.join(rig.target, rig.kept[0]), 'another');
  const names = ['b.png', `${'x'.repeat(120)}.png`, rig.kept[0]];
  expect(await rig.exported(ids)).toMatchObject({ phase: 'ended', copied: 2, there: 0, leftOut: 0 });
  expect((await readdir(rig.target)).toSorted()).toEqual(names);
  expect(await rig.exported(ids)).toMatchObject({ phase: 'ended', copied: 0, there: 2, leftOut: 0 });
  expect((await readdir(rig.target)).toSorted()).toEqual(names);
});

it('removes the unfinished copy when it is stopped, and starts with that picture when it resumes', async () => {
  const ids = await rig.keep('a.png', 'b.png', 'c.png');
  rig.before = (job) => {
    if (job.kind !== 'export' || job.to.kind !== 'part' || !job.path.endsWith('b.png')) return null;
    // What the thread has written when it is ended.
    const written = writeFile(job.to.part, 'half');
    return written.then(() => {
      rig.exporter.stop();
      return { kind: 'refused', why: 'too-costly' } as const;
    });
  };
  expect(await rig.exported(ids)).toMatchObject({ phase: 'stopped', trouble: null, done: 1, copied: 1, leftOut: 0 });
  expect(await readdir(rig.target)).toEqual(['a.png']);
  rig.before = () => null;
  rig.exporter.resume();
  expect(await rig.atRest()).toMatchObject({ phase: 'ended', done: 3, copied: 3 });
  expect(await readdir(rig.target)).toEqual(['a.png', 'b.png', 'c.png']);
});

it('does not count a copy as done when it is stopped before the file of metadata beside it', async () => {
  const ids = await rig.keep('real.gif');
  rig.before = (job) => {
    if (job.kind !== 'export' || job.bytes === null) return null;
    rig.exporter.stop();
    return Promise.resolve({ kind: 'refused', why: 'too-costly' });
  };
  expect(await rig.exported(ids, { metadata: 'embed' })).toMatchObject({ phase: 'stopped', trouble: null, done: 0 });
  rig.before = () => null;
  rig.exporter.resume();
  expect(await rig.atRest()).toMatchObject({ phase: 'ended', done: 1, leftOut: 0 });
  expect(Object.keys(await rig.found())).toEqual(['real.gif', 'real.gif.xmp']);
});

it.each(['folder', 'zip'] as const)('does not count a copy as done if the thread ends while it writes the metadata beside it: %s', async (into) => {
  const ids = await rig.keep('real.gif');
  const zip = path.join(rig.target, 'pictures.zip');
  rig.before = (job) => (job.kind === 'export' && job.bytes !== null ? Promise.resolve({ kind: 'refused', why: 'too-costly' }) : null);
  expect(await rig.exported(ids, { into, metadata: 'embed' }, into === 'zip' ? zip : rig.target)).toMatchObject({ phase: 'stopped', trouble: 'folder-unwritable', done: 0 });
  rig.before = () => null;
  rig.exporter.resume();
  expect(await rig.atRest()).toMatchObject({ phase: 'ended', done: 1, leftOut: 0 });
  expect(into === 'zip' ? Object.keys(unzipSync(await readFile(zip))) : Object.keys(await rig.found())).toEqual(['real.gif', 'real.gif.xmp']);
});

it('shows the first file of each folder, five at most', async () => {
  const ids = await rig.keep('1/a.png', '1/b.png', '2/c.png', '3/gone.png', '3/d.png');
  await rm(path.join(rig.home, 'Latent', '3', 'gone.png'));
  const inLibrary = (files: readonly string[]) => files.map((file) => path.relative(path.join(rig.home, 'Latent'), file));
  const few = await firstOfFolders(ids, rig);
  expect([inLibrary(few.files), few.more]).toEqual([['1/a.png', '2/c.png', '3/d.png'], false]);
  const many = await firstOfFolders(await rig.keep('4/e.png', '5/f.png', '6/g.png'), rig);
  expect([inLibrary(many.files), many.more]).toEqual([['1/a.png', '2/c.png', '3/d.png', '4/e.png', '5/f.png'], true]);
});

it('adds metadata or removes it, and says where it can do neither', async () => {
  const ids = await rig.keep('real.png', 'real.jpg', 'real.webp', 'real.gif', 'real.avif');
  expect(await rig.exported(ids, { metadata: 'embed' })).toMatchObject({ phase: 'ended', copied: 5, leftOut: 0 });
  const embedded = await rig.found();
  expect(Object.keys(embedded)).toEqual(['real.avif', 'real.avif.xmp', 'real.gif', 'real.gif.xmp', 'real.jpg', 'real.png', 'real.webp']);
  expect(embedded['real.gif']).toEqual(contentOf('real.gif'));
  expect(embedded['real.gif.xmp']?.toString()).toContain('<dc:description><rdf:Alt><rdf:li xml:lang="x-default">A red fox: dawn<');
  for (const [name, type] of [['real.png', 'png'], ['real.jpg', 'jpeg'], ['real.webp', 'webp']] as const) {
    const read = await metadataIn(type, embedded[name] ?? Buffer.alloc(0));
    expect(read).toMatchObject({ prompt: 'A red fox: dawn', rating: 3, tags: ['fox'], record: { model: 'imagen', account: 'Studio', batch: 'Foxes', flag: 'pick', note: 'For the cover', albums: ['Covers'] }, label: 'Red' });
  }
  expect(await rig.exported(ids, { metadata: 'embed' })).toMatchObject({ copied: 0, there: 5 });
  expect(await rig.found()).toEqual(embedded);
  expect(await rig.exported(ids, { metadata: 'strip', names: 'bare {n}' })).toMatchObject({ copied: 3, leftOut: 2 });
  expect(rig.exporter.leftOut()).toEqual([{ path: 'real.gif', reason: 'not-stripped' }, { path: 'real.avif', reason: 'not-stripped' }]);
});

it('converts in the decoder, and leaves out what that cannot read', async () => {
  const ids = await rig.keep('real.png', 'real.jpg', 'broken.webp');
  const wants: unknown[] = [];
  rig.decode = async (id, want) => {
    wants.push([id, want]);
    return id === 3 ? { ok: false, reason: 'damaged' } : { ok: true, bytes: samplePicture('webp lossy').bytes, width: 13, height: 7, colours: null, hash: null };
  };
  expect(await rig.exported(ids, { format: 'webp', quality: 80, longestSide: 512, metadata: 'embed', names: 'copy {n}' })).toMatchObject({ copied: 2, leftOut: 1 });
  expect(wants).toEqual([1, 2, 3].map((id) => [id, { kind: 'copy', type: 'webp', quality: 0.8, side: 512 }]));
  expect(rig.exporter.leftOut()).toEqual([{ path: 'broken.webp', reason: 'not-converted' }]);
  const copies = await rig.found();
  expect(Object.keys(copies)).toEqual(['copy 1.webp', 'copy 2.webp']);
  expect(await metadataIn('webp', copies['copy 1.webp'] ?? Buffer.alloc(0))).toMatchObject({ prompt: 'A red fox: dawn' });
  // A PNG of the same size is not encoded again.
  wants.length = 0;
  expect(await rig.exported(ids.subarray(0, 1), { format: 'png', longestSide: 100, metadata: 'strip', names: 'plain' })).toMatchObject({ copied: 1 });
  expect(wants).toEqual([]);
});

it('names the copies by a pattern, and numbers those with equal names', async () => {
  const ids = await rig.keep('a.png', 'b.png');
  await rig.exported(ids, { names: '{date} {prompt} {model} {rating} {batch} {account}' });
  const day = new Date(Date.UTC(2026, 10, 21)).getDate();
  expect(Object.keys(await rig.found())).toEqual([`2026-11-${day} A red fox dawn imagen 3 Foxes Studio 2.png`, `2026-11-${day} A red fox dawn imagen 3 Foxes Studio.png`]);
  expect(() => rig.exporter.begin(ids, rig.target, { ...usualExport, names: '{colour}' })).toThrow('bad-request');
});

it('numbers many pictures of one name without looking at all of them for each', async () => {
  const ids = await rig.keep(...Array.from({ length: 60 }, (_, at) => `${at}.gif`));
  await writeFile(path.join(rig.target, 'fox 30.gif'), 'somebody else');
  const names = Array.from({ length: 61 }, (_, at) => (at === 0 ? 'fox.gif' : `fox ${at + 1}.gif`));
  expect(await rig.exported(ids, { names: 'fox' })).toMatchObject({ copied: 60 });
  expect(Object.keys(await rig.found()).toSorted()).toEqual(names.toSorted());
  expect(await readFile(path.join(rig.target, 'fox 30.gif'), 'utf8')).toBe('somebody else');
  // In any order, none is copied a second time.
  expect(await rig.exported(ids.toReversed(), { names: 'fox' })).toMatchObject({ copied: 0, there: 60 });
  const zip = path.join(rig.home, 'foxes.zip');
  expect(await rig.exported(ids, { names: 'fox', into: 'zip' }, zip)).toMatchObject({ copied: 60 });
  expect(Object.keys(unzipSync(await readFile(zip)))).toEqual(names.slice(0, 60));
});
