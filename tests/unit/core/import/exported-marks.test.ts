import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PictureFacts } from '../../../../electron/core/metadata/writing/picture-facts.ts';
import { rewritten } from '../../../../electron/core/metadata/writing/rewritten.ts';
import { xmpPackets } from '../../../../electron/core/metadata/writing/xmp-packet.ts';
import { importedAlbums } from '../../../../shared/library/albums.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { recordedSource } from '../metadata/reading/build-files.ts';

/** What another Latent wrote into the pictures that it exported. */

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

const facts: PictureFacts = {
  prompt: 'A red fox',
  model: 'imagen',
  size: '1:1',
  quality: 'high',
  fields: { seed: 7 },
  taskId: 'task_7',
  account: 'Studio',
  batch: 'Foxes',
  negativePrompt: null,
  seed: '7',
  steps: null,
  sampler: null,
  cfgScale: null,
  software: null,
  favourite: true,
  flag: 'reject',
  note: 'For the cover.\nAsk Ana.',
  albums: ['Covers', 'Best'],
  createdAt: Date.UTC(2026, 5, 1, 12),
  rating: 4,
  label: 'Purple',
  tags: ['fox'],
  caption: null,
  writtenBy: 'Latent 0.1.0',
  isGenerated: true,
  width: 13,
  height: 7,
};

async function exportedPng(change: Partial<PictureFacts> = {}): Promise<Buffer> {
  const { bytes } = samplePicture('png');
  const pieces = await rewritten(recordedSource(bytes), 'png', { ...facts, ...change });
  return Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : bytes.subarray(piece.from, piece.to))));
}

const marksOf = async (): Promise<readonly unknown[]> => Promise.all((await rig.pictures()).map(({ images: [image] }) => rig.database.repository.imageMarks(image?.id ?? 0)));

it('comes back whole: the request, where it comes from, the marks and the albums', async () => {
  await rig.put('a.png', await exportedPng());
  await rig.put('b.png', await exportedPng({ prompt: 'A blue fox', albums: ['Covers'] }));
  await rig.all();
  const pictures = await rig.pictures();
  const fox = pictures.find(({ task }) => task.imported?.title === 'a.png')?.task;
  expect(fox).toMatchObject({
    createdAt: facts.createdAt,
    request: { prompt: 'A red fox', model: 'imagen', size: '1:1', quality: 'high', fields: { seed: 7 } },
    imported: { form: 'latent', seed: '7', rating: 4, tags: ['fox'], label: 'purple', origin: { taskId: 'task_7', account: 'Studio', batch: 'Foxes' } },
    // Nothing is ever queried for it.
    state: { status: 'completed', remoteId: '' },
  });
  const albums = await rig.database.repository.albums();
  expect(albums.map(({ name }) => name)).toEqual(['Covers', 'Best']);
  const marks = { favourite: true, rating: 4, tags: ['fox'], trashedAt: null, flag: 'reject', label: 'purple', note: facts.note };
  expect(await marksOf()).toEqual(expect.arrayContaining([{ ...marks, albums: albums.map(({ id }) => id) }, { ...marks, albums: [albums[0]?.id] }]));
});

it('keeps the description of a photo, which is no prompt there either', async () => {
  const photo = await exportedPng({ prompt: null, note: 'Ana in the harbour', caption: 'Ana in the harbour', isGenerated: false });
  expect(photo.toString('utf8')).toMatch(/<dc:description>.*Ana in the harbour/);
  await rig.put('a.png', photo);
  await rig.all();
  expect((await rig.pictures()).map(({ task }) => task.request.prompt)).toEqual(['']);
  expect(await marksOf()).toMatchObject([{ note: 'Ana in the harbour' }]);
});

it('comes from a file beside a picture into which an export cannot write', async () => {
  await rig.put('a.gif', samplePicture('gif').bytes);
  await rig.put('a.gif.xmp', xmpPackets(facts).main);
  await rig.put('b.avif', samplePicture('avif').bytes);
  await rig.put('b.avif.xmp', Buffer.from('<x'));
  await rig.all();
  const found = new Map((await rig.pictures()).map(({ task }) => [task.imported?.title, task]));
  expect(found.get('a.gif')).toMatchObject({ request: { prompt: 'A red fox', fields: { seed: 7 } }, imported: { rating: 4, origin: { albums: ['Covers', 'Best'] } } });
  expect(found.get('b.avif')).toMatchObject({ request: { prompt: '' } });
});

it('does not keep an undo from removing the picture, unless a person has changed its marks or its albums', async () => {
  await rig.put('a.png', await exportedPng());
  await rig.put('b.png', await exportedPng({ prompt: 'A blue fox' }));
  await rig.put('c.png', await exportedPng({ prompt: 'A grey fox' }));
  await rig.all();
  const { repository } = rig.database;
  const pictureOf = async (title: string): Promise<Int32Array> =>
    Int32Array.of((await rig.pictures()).find(({ task }) => task.imported?.title === title)?.images[0]?.id ?? 0);
  await repository.markImages(await pictureOf('b.png'), { kind: 'note', note: 'Mine' });
  const [covers, best] = await repository.albums();
  if (!covers || !best) throw new Error('the import made no albums');
  // As many albums as before, but not the same.
  const other = { ...best, id: randomUUID(), name: 'Others' };
  await repository.putAlbum(other);
  await repository.markImages(await pictureOf('c.png'), { kind: 'unalbum', album: covers.id });
  await repository.markImages(await pictureOf('c.png'), { kind: 'album', album: other.id });
  // Renaming an album changes none of its pictures.
  await repository.putAlbum({ ...covers, name: 'Front pages' });
  await rig.importer.undo();
  await expect.poll(async () => (await marksOf()).length).toBe(2);
  expect(await marksOf()).toEqual(expect.arrayContaining([expect.objectContaining({ note: 'Mine' }), expect.objectContaining({ albums: [best.id, other.id] })]));
});

it('takes names from a file only in the form that a person can type, and only some of them', async () => {
  const many = Array.from({ length: 600 }, (_, at) => `Album ${at}`);
  await rig.put('a.png', await exportedPng({ account: 'S\x7ftudio\n'.repeat(20_000), batch: ' ', note: 'Mine\x7f', tags: ['\u202eexe'], albums: ['Two\nlines', 'Two\u202e lines', 'x'.repeat(101), ' ', ...many] }));
  await rig.all();
  const [picture] = await rig.pictures();
  const origin = picture?.task.imported?.origin;
  expect(origin).toMatchObject({ batch: null, note: 'Mine' });
  expect(picture?.task.imported?.tags).toEqual(['exe']);
  expect(origin?.account).toHaveLength(500);
  expect(origin?.account).toMatch(/^Studio Studio /);
  const names = (await rig.database.repository.albums()).map(({ name }) => name);
  expect(names).toEqual(['Two lines', ...many.slice(0, importedAlbums.mostOfFile - 1)]);
  expect(origin?.albums).toEqual(names);
});

it('creates albums only up to a limit, and adds pictures to those that exist', async () => {
  const { repository } = rig.database;
  const existing = Array.from({ length: importedAlbums.most - 1 }, (_, place) => ({ id: randomUUID(), name: `Album ${place}`, place, pinned: false, takesNew: false, createdAt: 0 }));
  for (const album of existing) await repository.putAlbum(album);
  await rig.put('a.png', await exportedPng({ albums: ['New', 'One too many', 'Album 7'] }));
  await rig.all();
  const albums = await repository.albums();
  expect(albums.slice(importedAlbums.most - 1).map(({ name }) => name)).toEqual(['New']);
  expect(await marksOf()).toMatchObject([{ albums: [existing[7]?.id, albums.at(-1)?.id] }]);
});

it('its albums are found by names in another case, and undoing the import still takes it back', async () => {
  await rig.database.repository.putAlbum({ id: randomUUID(), name: 'covérs', place: 1, pinned: false, takesNew: false, createdAt: 1 });
  await rig.put('a.png', await exportedPng({ albums: ['Covers', 'COVERS'] }));
  await rig.all();
  expect((await rig.database.repository.albums()).map(({ name }) => name)).toEqual(['covérs']);
  await rig.importer.undo();
  await expect.poll(() => rig.pictures()).toEqual([]);
});
