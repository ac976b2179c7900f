import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAlbum, makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

let db: DatabaseSync;
let store: Store;
beforeEach(() => {
  db = openConnection(':memory:');
  ({ store } = createStore(db, (message) => expect.fail(message)));
  store.saveAccount(testAccount);
  return () => db.close();
});

const [one, two] = [makeAlbum(1), makeAlbum(2)];

function keepPictures(count: number): readonly ImageId[] {
  const task = { ...makeTask({ state: { status: 'completed', remoteId: 'made', imageCount: count } }), accountId: testAccount.id };
  store.insertTasks([{ ...task, state: { status: 'queued', waitingFor: 'turn' } }]);
  const images = store.saveCompletion(task, makeSources(count), makeAnswer());
  for (const [at, { id }] of images.entries()) store.saveImage(id, { status: 'kept', file: makeFile({ path: `${task.id}-${at}.png` }) });
  return images.map(({ id }) => id);
}

const inOrder = (album: string): readonly number[] =>
  db.prepare('SELECT image FROM album_images WHERE album = (SELECT id FROM albums WHERE uuid = ?) AND gone = 0 ORDER BY place, image').all(album).map(({ image }) => Number(image));

it('albums come back as they were put, in their order', () => {
  store.putAlbum(two);
  store.putAlbum(one);
  expect(store.albums()).toEqual([one, two]);
  store.putAlbum({ ...two, name: 'Covers', pinned: true, place: 0 });
  expect(store.albums()).toEqual([{ ...two, name: 'Covers', pinned: true, place: 0 }, one]);
});

it('only one album takes new pictures, and gets those of tasks that were created since', () => {
  store.putAlbum({ ...one, takesNew: true });
  const first = keepPictures(2);
  store.putAlbum({ ...two, takesNew: true });
  expect(store.albums().map(({ takesNew }) => takesNew)).toEqual([false, true]);
  const second = keepPictures(1);
  expect([inOrder(one.id), inOrder(two.id)]).toEqual([first, second]);
});

it('pictures are added at the end, keep their place, and return to it if they were taken out', () => {
  store.putAlbum(one);
  const [a = 0, b = 0, c = 0] = keepPictures(3);
  store.markImages(Int32Array.of(b, a), { kind: 'album', album: one.id });
  store.markImages(Int32Array.of(a, c), { kind: 'album', album: one.id });
  expect(inOrder(one.id)).toEqual([b, a, c]);
  store.markImages(Int32Array.of(b), { kind: 'unalbum', album: one.id });
  expect(inOrder(one.id)).toEqual([a, c]);
  store.markImages(Int32Array.of(b), { kind: 'album', album: one.id, back: true });
  expect(inOrder(one.id)).toEqual([b, a, c]);
  store.markImages(Int32Array.of(b), { kind: 'unalbum', album: one.id });
  store.markImages(Int32Array.of(b), { kind: 'album', album: one.id });
  expect(inOrder(one.id)).toEqual([a, c, b]);
  expect(store.imageMarks(a)?.albums).toEqual([one.id]);
});

it('an album that was removed comes back with its pictures, until it is forgotten in steps', () => {
  store.putAlbum(one);
  const ids = keepPictures(3);
  store.markImages(Int32Array.from(ids), { kind: 'album', album: one.id });
  store.removeAlbum(one.id, start);
  expect([store.albums(), store.imageMarks(ids[0] ?? 0)?.albums, store.changedBy(Int32Array.from(ids), { kind: 'album', album: one.id })]).toEqual([[], [], []]);
  store.putAlbum(one);
  expect(inOrder(one.id)).toEqual(ids);
  store.removeAlbum(one.id, start);
  let steps = 0;
  while (store.forgetRemovedAlbums(start + 1)) steps += 1;
  expect([steps, db.prepare('SELECT count(*) AS n FROM albums').get()?.['n'], db.prepare('SELECT count(*) AS n FROM album_images').get()?.['n']]).toEqual([2, 0, 0]);
});

it('tasks are found by the seed of a field or of an imported picture, however long it is', () => {
  const long = '18446744073709551615';
  const imported = { importId: null, title: 'a.png', form: null, negativePrompt: null, seed: long, steps: null, sampler: null, cfgScale: null, software: null, rating: 0, tags: [] };
  const request = { ...makeTask().request, fields: { seed: 42 } };
  store.insertTasks([{ ...makeTask({ request }), accountId: testAccount.id }]);
  store.addPictures([{ task: { ...makeTask({ state: { status: 'completed', remoteId: '', imageCount: 1 } }), accountId: testAccount.id, imported }, file: makeFile({ path: 'a.png' }) }]);
  keepPictures(1);
  expect(db.prepare('SELECT seed FROM tasks ORDER BY id').all().map(({ seed }) => seed)).toEqual(['42', long, null]);
});

it('albums and saved searches share an order and pins', () => {
  store.putAlbum(one);
  store.saveSearch('Foxes', 'fox', start);
  const id = store.savedSearches()[0]?.id ?? 0;
  store.arrange([
    { kind: 'album', id: one.id, place: 7, pinned: true },
    { kind: 'search', id, place: 2.5, pinned: true },
  ]);
  expect(store.albums()).toEqual([{ ...one, place: 7, pinned: true }]);
  expect(store.savedSearches()).toMatchObject([{ place: 2.5, pinned: true }]);
  store.arrange([{ kind: 'search', id, place: null, pinned: false }]);
  expect(store.savedSearches()).toMatchObject([{ place: null, pinned: false }]);
});

it('a picture that is deleted leaves its albums', () => {
  store.putAlbum(one);
  const [a = 0, b = 0] = keepPictures(2);
  store.markImages(Int32Array.of(a, b), { kind: 'album', album: one.id });
  store.markImages(Int32Array.of(a), { kind: 'trash', at: start });
  expect(inOrder(one.id)).toEqual([a, b]);
  store.removeImages([a], start);
  expect(inOrder(one.id)).toEqual([b]);
});
