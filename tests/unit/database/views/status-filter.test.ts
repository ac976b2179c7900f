import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { statusWords, type StatusGroup } from '../../../../shared/search/statuses.ts';
import { saidNothing, type ImageState, type TaskId, type TaskState } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask } from '../samples.ts';

/** Which tasks each status finds. */

const completed = (imageCount: number): TaskState => ({ status: 'completed', remoteId: `r${imageCount}`, imageCount });
const kept = (path: string): ImageState => ({ status: 'kept', file: makeFile({ path }) });
const samples: readonly (readonly [StatusGroup, TaskState, ...ImageState[]])[] = [
  ['waiting', { status: 'queued', waitingFor: 'turn' }],
  ['in-progress', { status: 'submitting' }],
  ['in-progress', { status: 'processing', remoteId: 'p', misses: 0 }],
  ['in-progress', { status: 'paused', remoteId: 'q', by: 'user' }],
  ['unknown', { status: 'unknown', reason: 'connection-lost', said: saidNothing }],
  ['not-accepted', { status: 'rejected', said: saidNothing }],
  ['cancelled', { status: 'withdrawn' }],
  ['lost', { status: 'missing', remoteId: 'm', said: saidNothing }],
  ['failed', { status: 'failed', remoteId: 'f', said: saidNothing }],
  ['no-picture', completed(0)],
  ['done', completed(1), kept('one.png')],
  ['done', completed(2), kept('two.png'), { status: 'expired' }],
  ['in-progress', completed(2), { status: 'waiting', attempts: 1, trouble: null }, { status: 'expired' }],
  ['no-picture', completed(1), { status: 'expired' }],
  ['no-picture', completed(1), { status: 'refused', why: 'damaged', detail: 'cut' }],
];

let database: TestDatabase;
let views: LibraryViews;
/** The id, state and group of each task. */
let tasks: readonly (readonly [TaskId, TaskState['status'], StatusGroup])[];

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
  const removed = save(completed(1), [{ status: 'expired' }]);
  db.exec(`UPDATE images SET removed_at = 5 WHERE task = (SELECT id FROM tasks WHERE uuid = '${removed}')`);
  // A task stays done after its picture was removed for good.
  tasks = [...samples.map(([group, state, ...images]) => [save(state, images), state.status, group] as const), [removed, 'completed', 'done']];
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

const problems: readonly StatusGroup[] = ['no-picture', 'failed', 'not-accepted', 'unknown', 'lost'];

it.each(statusWords)('%s', async (word) => {
  const wanted = new Set(tasks.flatMap(([id, status, group]) => (word === group || word === status || (word === 'problem' && problems.includes(group)) ? [id] : [])));
  expect(wanted.size).toBeGreaterThan(0);
  expect(await found(`status:${word} `)).toEqual(wanted);
  // `is:failed` also finds tasks that were not accepted.
  if (word !== 'failed') expect(await found(`is:${word} `)).toEqual(wanted);
});

it('accepts statuses and flags together after `is:`', async () => {
  const wanted = new Set(tasks.flatMap(([id, , group]) => (group === 'lost' || group === 'unknown' ? [id] : [])));
  expect(await found('is:lost,unknown ')).toEqual(wanted);
});
