import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import type { LibraryViews } from '../../../../electron/core/library/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { statusWords, isOfStatus } from '../../../../shared/search/statuses.ts';
import { saidNothing, type ImageState, type TaskId, type TaskState, type TaskWithImages } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../samples.ts';

/** What main finds by a status is what the window takes it for. */

const completed = (imageCount: number): TaskState => ({ status: 'completed', remoteId: `r${imageCount}`, imageCount });
const kept = (path: string): ImageState => ({ status: 'kept', file: makeFile({ path }) });
const samples: readonly (readonly [TaskState, ...ImageState[]])[] = [
  [{ status: 'queued', waitingFor: 'turn' }],
  [{ status: 'submitting' }],
  [{ status: 'processing', remoteId: 'p', misses: 0 }],
  [{ status: 'paused', remoteId: 'q', by: 'user' }],
  [{ status: 'unknown', reason: 'connection-lost', said: saidNothing }],
  [{ status: 'rejected', said: saidNothing }],
  [{ status: 'withdrawn' }],
  [{ status: 'missing', remoteId: 'm', said: saidNothing }],
  [{ status: 'failed', remoteId: 'f', said: saidNothing }],
  [completed(0)],
  [completed(1), kept('one.png')],
  [completed(2), kept('two.png'), { status: 'expired' }],
  [completed(2), { status: 'waiting', attempts: 1, trouble: null }, { status: 'expired' }],
  [completed(1), { status: 'expired' }],
  [completed(1), { status: 'refused', why: 'damaged', detail: 'cut' }],
];

let database: TestDatabase;
let views: LibraryViews;
let entries: readonly TaskWithImages[];
let removed: TaskId;

beforeAll(async () => {
  database = await openTestDatabase();
  const db = openConnection(database.file);
  const { store } = createStore(db, (message) => expect.fail(message));
  const save = (state: TaskState, states: readonly ImageState[]): TaskId => {
    const task = makeTask({ state });
    store.insertTasks([task]);
    const images = states.length === 0 ? [] : store.saveCompletion(task, makeSources(states.length), makeAnswer());
    for (const [at, image] of images.entries()) {
      const to = states[at];
      if (to && to.status !== 'waiting') store.saveImage(image.id, to);
    }
    return task.id;
  };
  const ids = samples.map(([state, ...images]) => save(state, images));
  removed = save(completed(1), [{ status: 'expired' }]);
  db.exec(`UPDATE images SET removed_at = 5 WHERE task = (SELECT id FROM tasks WHERE uuid = '${removed}')`);
  entries = [...ids, removed].flatMap((id) => store.task(id) ?? []);
  db.close();
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});
afterAll(async () => {
  await views.close();
  await database.remove();
});

async function found(search: string): Promise<ReadonlySet<TaskId>> {
  const opened = await views.openHistory({ search, sort: { by: 'created', descending: true } });
  const facts = opened && (await views.ready(opened.token));
  const rows = opened && (await views.tasks({ token: opened.token, revision: 0 }, [0, facts?.total ?? 0]));
  return new Set(rows?.map(({ task }) => task.id));
}

it.each(statusWords)('%s', async (word) => {
  const wanted = new Set(entries.filter((entry) => isOfStatus(entry, word)).map(({ task }) => task.id));
  expect(wanted.size).toBeGreaterThan(0);
  expect(await found(`status:${word} `)).toEqual(wanted);
  // `is:failed` also finds tasks that were not accepted.
  if (word !== 'failed') expect(await found(`is:${word} `)).toEqual(wanted);
});

it('accepts statuses and flags together after `is:`', async () => {
  const wanted = new Set(entries.filter((entry) => isOfStatus(entry, 'lost') || isOfStatus(entry, 'unknown')).map(({ task }) => task.id));
  expect(await found('is:lost,unknown ')).toEqual(wanted);
});

it('a task stays done after its picture was removed for good', () => {
  const entry = entries.find(({ task }) => task.id === removed);
  expect(entry && isOfStatus(entry, 'done')).toBe(true);
});
