import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { openViewReader } from '../../../../electron/database/worker/view-reader.ts';
import type { ViewDelta, ViewToken } from '../../../../shared/library/view.ts';
import type { Task } from '../../../../shared/task.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, seeded, start } from '../samples.ts';

const newest = { by: 'created', descending: true } as const;
const byStatus = { by: 'status', descending: false } as const;
let database: TestDatabase;
let db: ReturnType<typeof openConnection>;
let store: Store;
let reader: ReturnType<typeof openViewReader>;
let views: typeof reader.views;

beforeEach(async () => {
  database = await openTestDatabase();
  db = openConnection(database.file);
  db.exec('PRAGMA synchronous = OFF');
  ({ store } = createStore(db, (message) => expect.fail(message)));
  reader = openViewReader(database.file, (message) => expect.fail(message));
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

  it('loses a picture that is no longer a favourite, and gets one that is', async () => {
    const ids = keepMany(20);
    store.markImages(Int32Array.from(ids.slice(5, 15)), { kind: 'favourite', favourite: true });
    const token = await openGallery('is:favourite ');
    expect((await views.ready(token))?.total).toBe(10);
    store.markImages(Int32Array.of(ids[7] ?? 0), { kind: 'favourite', favourite: false });
    store.markImages(Int32Array.of(ids[19] ?? 0), { kind: 'favourite', favourite: true });
    const delta = await views.advance({ token, revision: 0 }, { imageIds: [ids[7] ?? 0, ids[19] ?? 0] });
    expect(changes(delta)).toEqual({ revision: 1, total: 10, splices: [{ at: 2, removed: 1, inserted: 0 }, { at: 10, removed: 0, inserted: 1 }] });
    expect(delta?.located).toEqual([-1, 9]);
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

  it('loses pictures in the trash, which come back to their places', async () => {
    const ids = keepMany(10);
    const token = await openGallery();
    store.markImages(Int32Array.of(ids[3] ?? 0, ids[4] ?? 0), { kind: 'trash', at: start });
    expect((await views.advance({ token, revision: 0 }, {}))?.splices).toEqual([{ at: 3, removed: 2, inserted: 0 }]);
    store.markImages(Int32Array.of(ids[3] ?? 0), { kind: 'restore' });
    expect((await views.advance({ token, revision: 1 }, {}))?.splices).toEqual([{ at: 3, removed: 0, inserted: 1 }]);
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

it.each(Array.from({ length: 6 }, (_none, seed) => seed))('whatever happens, an advanced view is the same as one that is opened anew (%i)', async (seed) => {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const search = ['', 'is:favourite ', 'in:anywhere '][seed % 3] ?? '';
  const known = [...keepMany(300)];
  const waiting: number[] = [];
  const some = (): Int32Array => Int32Array.from({ length: 1 + below(3) }, () => known[below(known.length)] ?? 0);
  const token = await openGallery(search);
  await views.ready(token);
  let revision = 0;
  for (let round = 1; round <= 12; round += 1) {
    for (let step = below(4); step >= 0; step -= 1) {
      const kind = below(6);
      if (kind === 0) known.push(keep(1_000 * round + step));
      else if (kind === 1) waiting.push(...completed(1_000 * round + step, 3).ids);
      else if (kind === 2) store.markImages(some(), { kind: 'trash', at: start + round });
      else if (kind === 3) store.markImages(some(), { kind: 'restore' });
      else if (kind === 4) store.markImages(some(), { kind: 'favourite', favourite: random() < 0.7 });
      else if (below(5) === 0) for (const id of some()) store.saveImage(id, { status: 'removed', at: start });
      const [late] = waiting.splice(below(waiting.length), 1);
      if (late === undefined) continue;
      arrive(late, 1_000 * round + below(900));
      known.push(late);
    }
    const before = await idsOf(token, revision);
    const delta = await views.advance({ token, revision }, {});
    const after = await idsOf(token, delta?.revision ?? -1);
    const fresh = openViewReader(database.file, (message) => expect.fail(message));
    const opened = await fresh.views.openGallery({ search });
    expect(after).toEqual([...((await fresh.views.pictureIds({ token: opened?.token ?? 0, revision: 0 }, [[0, 9_999]])) ?? [])]);
    fresh.close();
    const kept = [...(before ?? [])];
    for (const { at, removed, inserted } of delta?.splices.toReversed() ?? []) kept.splice(at, removed, ...Array.from({ length: inserted }, () => -1));
    expect(kept.map((id, at) => (id < 0 ? after?.[at] : id))).toEqual(after);
    ({ revision = revision } = delta ?? {});
  }
});
