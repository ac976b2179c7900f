import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewPicture } from '../../../../electron/core/library/stores/picture-store.ts';
import type { StoredMark } from '../../../../electron/core/library/marks/mark-store.ts';
import type { Store } from '../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import type { StoredValue } from '../../../../shared/library/marks.ts';
import { noFacts } from '../../../../shared/task.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAlbum, makeFile, makeTask } from '../samples.ts';

let db: DatabaseSync;
let store: Store;
beforeEach(() => {
  db = openConnection(':memory:');
  ({ store } = createStore(db, (message) => expect.fail(message)));
  store.saveAccount(testAccount);
  return () => db.close();
});

function newPicture(title: string): NewPicture {
  const imported = { importId: null, title, form: null, negativePrompt: null, seed: null, steps: null, sampler: null, cfgScale: null, software: null, rating: 0, tags: [] };
  const task = { ...makeTask({ state: { status: 'completed', remoteId: '', imageCount: 1 }, facts: noFacts }), accountId: testAccount.id, imported };
  return { task, file: makeFile({ path: title }) };
}

const newPictures = (count: number): readonly NewPicture[] => Array.from({ length: count }, (_, index) => newPicture(`${index}.png`));

describe('a call that is repeated because the database thread died after its commit', () => {
  it('returns the pictures that it added the first time', () => {
    const pictures = newPictures(3);
    const ids = store.addPictures(pictures);
    expect(ids).toHaveLength(3);
    expect(store.addPictures(pictures)).toEqual(ids);
    expect(store.keptIds(null, 10)).toHaveLength(3);
  });

  it('returns the pictures that an import added the first time, but none that were removed since', () => {
    store.saveImport({ id: 'one', sources: [], begunAt: 1, state: 'running' });
    const pictures = newPictures(3);
    const files = pictures.map((picture) => ({ path: `/${picture.file.path}`, bytes: 1, modifiedAt: 1, outcome: 'added', taskId: picture.task.id, picture }) as const);
    const ids = store.saveImported('one', files);
    expect(store.saveImported('one', files)).toEqual(ids);
    store.markImages(Int32Array.of(ids[0] ?? 0), { kind: 'trash', at: 1 });
    store.removeImages(ids.slice(0, 1), 2);
    expect(store.saveImported('one', files)).toEqual(ids.slice(1));
    expect(store.importCounts('one', '')).toMatchObject({ added: 3 });
  });

  it('returns the tasks whose pictures it removed the first time', () => {
    const pictures = newPictures(3);
    const ids = store.addPictures(pictures);
    store.markImages(Int32Array.from(ids.slice(1)), { kind: 'trash', at: 1 });
    const tasks = pictures.slice(1).map(({ task }) => task.id);
    expect(store.removeImages(ids, 2).toSorted()).toEqual(tasks.toSorted());
    expect(store.removeImages(ids, 3).toSorted()).toEqual(tasks.toSorted());
  });
});

const album = makeAlbum(1);

describe('the pictures that a mark would change', () => {
  const marks: readonly (readonly [StoredMark, StoredMark, StoredValue])[] = [
    [{ kind: 'favourite', favourite: true }, { kind: 'favourite', favourite: false }, 0],
    [{ kind: 'rating', rating: 4 }, { kind: 'rating', rating: 0 }, 0],
    [{ kind: 'trash', at: 7 }, { kind: 'restore' }, null],
    [{ kind: 'tag', tag: 'Night' }, { kind: 'untag', tag: 'night' }, 0],
    [{ kind: 'flag', flag: 'reject' }, { kind: 'flag', flag: null }, 0],
    [{ kind: 'label', label: 'blue' }, { kind: 'label', label: null }, 0],
    [{ kind: 'note', note: 'for the cover' }, { kind: 'note', note: '' }, null],
    [{ kind: 'album', album: album.id }, { kind: 'unalbum', album: album.id }, 0],
  ];
  it.each(marks)('are those that do not have it yet: %o', (mark, inverse, was) => {
    store.putAlbum(album);
    const [one = 0, two = 0] = store.addPictures(newPictures(2));
    const both = Int32Array.of(one, two);
    store.markImages(Int32Array.of(one), mark);
    expect(store.changedBy(both, mark)).toEqual([{ was, ids: Int32Array.of(two) }]);
    expect(store.changedBy(both, inverse).map(({ ids }) => [...ids])).toEqual([[one]]);
    store.markImages(both, mark);
    expect(store.changedBy(both, mark)).toEqual([]);
    store.markImages(both, inverse);
    expect(store.changedBy(both, inverse)).toEqual([]);
  });
});

it('times in the trash that are in the future are corrected some hundred at a time, so that no commit waits for a million of them', () => {
  const ids = store.addPictures(newPictures(1_100));
  store.markImages(Int32Array.from(ids), { kind: 'trash', at: 9_000 });
  const ahead = (): number => Number(db.prepare('SELECT count(*) AS n FROM images WHERE trashed_at > 100').get()?.['n']);
  expect([store.limitTimes(100), ahead()]).toEqual([true, 600]);
  expect([store.limitTimes(100), ahead()]).toEqual([true, 100]);
  expect([store.limitTimes(100), ahead()]).toEqual([false, 0]);
});
