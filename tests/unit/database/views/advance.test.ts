import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import type { ViewDelta, ViewToken } from '../../../../shared/library/view.ts';
import type { Task } from '../../../../shared/task.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { openReader, type OpenReader } from '../../../support/view-reader.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

const newest = { by: 'created', descending: true } as const;
const byStatus = { by: 'status', descending: false } as const;
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

/** A completed task whose pictures wait for their files. */
function completed(at: number, pictures: number): { readonly task: Task; readonly ids: readonly number[] } {
  const task = makeTask({ createdAt: start + at, state: { status: 'completed', remoteId: `task_${at}`, imageCount: pictures } });
  store.insertTasks([task]);
  return { task, ids: store.saveCompletion(task, makeSources(pictures), makeAnswer()).map(({ id }) => id) };
}

function arrive(id: number, at: number): void {
  store.saveImage(id, { status: 'kept', file: makeFile({ path: `2025/${id}.png`, savedAt: start + at * 1_000 }) });
}

function keep(at: number): number {
  const [id = 0] = completed(at, 1).ids;
  arrive(id, at);
  return id;
}

const keepMany = (count: number): readonly number[] => Array.from({ length: count }, (_none, at) => keep(at)).toReversed();

async function openGallery(search = ''): Promise<ViewToken> {
  const opened = await views.openGallery({ search });
  return opened?.token ?? expect.fail('replaced');
}

async function openHistory(search: string, sort: Parameters<typeof views.openHistory>[0]['sort']): Promise<ViewToken> {
  const opened = await views.openHistory({ search, sort });
  return opened?.token ?? expect.fail('replaced');
}

const idsOf = async (token: ViewToken, revision: number): Promise<readonly number[] | null> => {
  const ids = await views.pictureIds({ token, revision }, [[0, 9_999]]);
  return ids && [...ids];
};
const tasksOf = async (token: ViewToken, revision: number): Promise<readonly string[] | undefined> => (await views.tasks({ token, revision }, [0, 9_999]))?.map(({ task }) => task.id);
const changes = (delta: ViewDelta | null) => delta && { revision: delta.revision, total: delta.total, splices: delta.splices };

describe('a gallery', () => {
  it('that did not change stays at its revision', async () => {
    const ids = keepMany(3);
    const token = await openGallery();
    const delta = await views.advance({ token, revision: 0 }, { imageIds: [ids[2] ?? 0, 999] });
    expect(changes(delta)).toEqual({ revision: 0, total: 3, splices: [] });
    expect(delta?.located).toEqual([2, -1]);
    expect([...(delta?.starts ?? [])]).toEqual([0]);
    expect(await idsOf(token, 0)).toEqual(ids);
  });

  it('gets new pictures in front, and the revision before keeps its rows', async () => {
    const ids = keepMany(250);
    const token = await openGallery();
    const newer = [keep(301), keep(300)].toSorted((a, b) => b - a);
    const delta = await views.advance({ token, revision: 0 }, { imageIds: [ids[9] ?? 0] });
    expect(changes(delta)).toEqual({ revision: 1, total: 252, splices: [{ at: 0, removed: 0, inserted: 2 }] });
    expect(delta?.located).toEqual([11]);
    expect(await idsOf(token, 1)).toEqual([...newer, ...ids]);
    expect(await idsOf(token, 0)).toEqual(ids);
    expect((await views.pictures({ token, revision: 0 }, [0, 2]))?.ids).toEqual(Int32Array.from(ids.slice(0, 2)));
    expect(await views.locatePicture({ token, revision: 0 }, ids[9] ?? 0)).toBe(9);
    expect(await views.locatePicture({ token, revision: 1 }, ids[9] ?? 0)).toBe(11);
  });

  it('leaves out new pictures that are to wait, until they are not', async () => {
    const ids = keepMany(2);
    const token = await openGallery();
    const [first, second] = [keep(10), keep(11)];
    expect(changes(await views.advance({ token, revision: 0 }, { without: [first] }))).toEqual({ revision: 1, total: 3, splices: [{ at: 0, removed: 0, inserted: 1 }] });
    expect(await idsOf(token, 1)).toEqual([second, ...ids]);
    expect(changes(await views.advance({ token, revision: 1 }, {}))).toEqual({ revision: 2, total: 4, splices: [{ at: 1, removed: 0, inserted: 1 }] });
    expect((await views.pictures({ token, revision: 2 }, [0, 4]))?.ids).toEqual(Int32Array.from([second, first, ...ids]));
  });

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
    const { ids: [one = 0, two = 0, three = 0] } = completed(10, 3);
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

describe('a history', () => {
  it('gets a new task in front, and finds tasks by their ids', async () => {
    const [older, newer] = [completed(1, 1).task, completed(2, 1).task];
    const token = await openHistory('', newest);
    const latest = makeTask({ createdAt: start + 3 });
    store.insertTasks([latest]);
    const delta = await views.advance({ token, revision: 0 }, { taskIds: [older.id, latest.id, 'unknown'] });
    expect(changes(delta)).toEqual({ revision: 1, total: 3, splices: [{ at: 0, removed: 0, inserted: 1 }] });
    expect(delta?.located).toEqual([2, 0, -1]);
    expect(await tasksOf(token, 1)).toEqual([latest.id, newer.id, older.id]);
    expect(await tasksOf(token, 0)).toEqual([newer.id, older.id]);
  });

  it('sorted by status moves a task that has a new state', async () => {
    const tasks = Array.from({ length: 6 }, (_none, at) => makeTask({ createdAt: start + at, state: { status: 'processing', remoteId: `r${at}`, misses: 0 } }));
    store.insertTasks(tasks);
    const ends = completed(100, 0).task;
    const token = await openHistory('', byStatus);
    const ids = tasks.map(({ id }) => id).toReversed();
    expect(await tasksOf(token, 0)).toEqual([ends.id, ...ids]);
    const moved = tasks[2] ?? expect.fail('no task');
    store.saveTask({ ...moved, state: { status: 'failed', remoteId: 'r2', said: { httpStatus: 200, code: null, message: '' } } }, makeAnswer());
    const delta = await views.advance({ token, revision: 0 }, { taskIds: [moved.id] });
    expect(delta?.splices).toEqual([{ at: 1, removed: 0, inserted: 1 }, { at: 4, removed: 1, inserted: 0 }]);
    expect(delta?.located).toEqual([1]);
    expect(await tasksOf(token, 1)).toEqual([ends.id, moved.id, ...ids.filter((id) => id !== moved.id)]);
  });

  it('loses a task that no longer matches', async () => {
    const task = makeTask({ state: { status: 'processing', remoteId: 'r', misses: 0 } });
    store.insertTasks([task, makeTask({ createdAt: start + 1, state: { status: 'processing', remoteId: 's', misses: 0 } })]);
    const token = await openHistory('status:processing ', newest);
    store.saveTask({ ...task, state: { status: 'paused', remoteId: 'r', by: 'user' } }, makeAnswer());
    expect(changes(await views.advance({ token, revision: 0 }, {}))).toEqual({ revision: 1, total: 1, splices: [{ at: 1, removed: 1, inserted: 0 }] });
  });
});
