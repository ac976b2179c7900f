import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import type { ViewDelta, ViewToken } from '../../../../shared/library/view.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { openReader, type OpenReader } from '../../../support/view-reader.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

let database: TestDatabase;
let db: ReturnType<typeof openConnection>;
let store: Store;
let reader: OpenReader;
let views: typeof reader.views;

beforeEach(async () => {
  database = await openTestDatabase();
  db = openConnection(database.file);
  db.exec('PRAGMA synchronous = OFF');
  ({ store } = createStore(db, (message) => expect.fail(message)));
  reader = openReader(database.file);
  ({ views } = reader);
});
afterEach(async () => {
  reader.close();
  db.close();
  await database.remove();
});

/** The pictures of a completed task, which wait for their files. */
function completed(at: number, pictures: number): readonly number[] {
  const task = makeTask({ createdAt: start + at, state: { status: 'completed', remoteId: `task_${at}`, imageCount: pictures } });
  store.insertTasks([task]);
  return store.saveCompletion(task, makeSources(pictures), makeAnswer()).map(({ id }) => id);
}

function arrive(id: number, at: number): void {
  store.saveImage(id, { status: 'kept', file: makeFile({ path: `2025/${id}.png`, savedAt: start + at * 1_000 }) });
}

function keep(at: number): number {
  const [id = 0] = completed(at, 1);
  arrive(id, at);
  return id;
}

const keepMany = (count: number): readonly number[] => Array.from({ length: count }, (_none, at) => keep(at)).toReversed();

async function openGallery(search = ''): Promise<ViewToken> {
  const opened = await views.openGallery({ search });
  return opened?.token ?? expect.fail('replaced');
}

const idsOf = async (token: ViewToken, revision: number): Promise<readonly number[] | null> => {
  const ids = await views.pictureIds({ token, revision }, [[0, 9_999]]);
  return ids && [...ids];
};
const changes = (delta: ViewDelta | null) => delta && { revision: delta.revision, total: delta.total, splices: delta.splices };

describe('a gallery', () => {
  it('keeps no more than two revisions', async () => {
    const ids = keepMany(2);
    const token = await openGallery();
    const first = keep(10);
    await views.advance({ token, revision: 0 }, {});
    const second = keep(11);
    await views.advance({ token, revision: 1 }, {});
    expect([await idsOf(token, 0), await idsOf(token, 1), await idsOf(token, 2), await idsOf(token, 3)]).toEqual([null, [first, ...ids], [second, first, ...ids], null]);
    expect(await views.advance({ token, revision: 0 }, {})).toBeNull();
    expect(changes(await views.advance({ token, revision: 1 }, {})), 'an answer that was lost can be asked for again').toEqual({ revision: 2, total: 4, splices: [{ at: 0, removed: 0, inserted: 1 }] });
  });

  it('shows a late picture beside the others of its task', async () => {
    keepMany(5);
    const [one = 0, two = 0, three = 0] = completed(10, 3);
    arrive(one, 10);
    arrive(three, 11);
    const later = keep(20);
    const token = await openGallery();
    expect((await idsOf(token, 0))?.slice(0, 3)).toEqual([later, one, three]);
    arrive(two, 30);
    expect((await views.advance({ token, revision: 0 }, {}))?.splices).toEqual([{ at: 2, removed: 0, inserted: 1 }]);
    expect((await idsOf(token, 1))?.slice(0, 4)).toEqual([later, one, two, three]);
  });

  it('waits until the view is whole, and tells what changed since its first rows', async () => {
    const ids = keepMany(300);
    const token = await openGallery();
    const later = keep(400);
    // Runs before the whole view is read.
    const delta = await views.advance({ token, revision: 0 }, {});
    expect(changes(delta)).toEqual({ revision: 1, total: 301, splices: [{ at: 0, removed: 0, inserted: 1 }] });
    expect(await idsOf(token, 1)).toEqual([later, ...ids]);
  });

  it('that was replaced meanwhile answers null', async () => {
    keepMany(300);
    const token = await openGallery('fox ');
    await views.ready(token);
    const [delta] = await Promise.all([views.advance({ token, revision: 0 }, {}), openGallery()]);
    expect(delta).toBeNull();
    expect(await views.advance({ token, revision: 0 }, {})).toBeNull();
  });

  it('advances once at a time', async () => {
    keepMany(30);
    const token = await openGallery('fox ');
    keep(40);
    const first = views.advance({ token, revision: 0 }, {});
    const second = views.advance({ token, revision: 0 }, {});
    expect(changes(await first)).toEqual({ revision: 1, total: 31, splices: [{ at: 0, removed: 0, inserted: 1 }] });
    expect(changes(await second)).toEqual(changes(await first));
  });
});
