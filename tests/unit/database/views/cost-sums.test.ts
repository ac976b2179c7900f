import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { practiceAccountId } from '../../../../shared/account.ts';
import { newestFirst } from '../../../../shared/library/arrangement.ts';
import { byUnit } from '../../../../shared/money/task-cost.ts';
import { noFacts, saidNothing, type Task, type TaskState } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeTask, start } from '../samples.ts';

const other = { ...testAccount, id: '7d6f1f6e-3a2c-4b8e-9d0a-5c4b3a291807', name: 'Other' };
const failed: TaskState = { status: 'failed', remoteId: 'f', said: saidNothing };

let database: TestDatabase;
let views: LibraryViews;

/** Stores a finished task and its pictures. */
async function make(prompt: string, pictures: number, more: Partial<Task>): Promise<void> {
  const { repository } = database;
  const task = makeTask({ submittedAt: start, acceptedAt: start, request: { ...makeTask().request, prompt }, ...more });
  await repository.insertTasks([task]);
  const done: Task = { ...task, endedAt: start, state: more.state ?? { status: 'completed', remoteId: prompt, imageCount: pictures } };
  const images = await repository.saveCompletion(done, Array.from({ length: pictures }, (_none, at) => ({ kind: 'url' as const, url: `https://a.test/${prompt}/${at}` })), makeAnswer());
  for (const { id } of images) await repository.saveImage(id, { status: 'kept', file: makeFile({ path: `${prompt}-${id}.png`, sha256: String(id).padStart(64, '0') }) });
}

beforeAll(async () => {
  database = await openTestDatabase();
  await database.repository.saveAccount(other);
  await database.repository.saveAccount({ ...testAccount, id: practiceAccountId, kind: 'practice', name: 'Practice' });
  await make('four foxes', 4, { estimate: '0.04' });
  await make('fox said', 1, { estimate: '0.04', facts: { ...noFacts, credits: '0.05' } });
  await make('fox settled', 1, { estimate: '0.04', facts: { ...noFacts, credits: '0.05' }, settled: '0.01' });
  await make('fox unpriced', 1, {});
  await make('fox elsewhere', 2, { accountId: other.id, facts: { ...noFacts, credits: '7' } });
  await make('fox practice', 1, { accountId: practiceAccountId, facts: { ...noFacts, credits: '3' } });
  await make('owl failed', 0, { estimate: '0.5', state: failed });
  for (const remoteId of ['hare 1', 'hare 2']) await make('twin hare', 1, { estimate: '0.2', state: { status: 'completed', remoteId, imageCount: 1 } });
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});

afterAll(async () => {
  await views.close();
  await database.remove();
});

const byAccount = async (costs: ReturnType<LibraryViews['taskCosts']>) => Object.fromEntries(((await costs) ?? []).map(({ accountId, ...sums }) => [accountId === other.id ? 'other' : 'studio', sums]));
const studio = { tasks: 4, spent: '0.1', rest: '0.04', unpriced: 1 };

test('what a search of pictures cost counts each task once, also in closed stacks, and never practice', async () => {
  const opened = await views.openGallery({ search: 'fox' });
  const token = opened?.token ?? 0;
  expect(opened?.first.ids.length).toBe(10);
  expect(await byAccount(views.taskCosts({ of: 'view', token, revision: 0 }))).toEqual({ studio, other: { tasks: 1, spent: '7', rest: '0', unpriced: 0 } });
  const stacked = await views.openGallery({ search: 'hare', arrangement: { ...newestFirst, stack: 'prompt' } });
  expect(stacked?.first.ids.length).toBe(1);
  expect(await byAccount(views.taskCosts({ of: 'view', token: stacked?.token ?? 0, revision: 0 }))).toEqual({ studio: { tasks: 2, spent: '0.4', rest: '0.4', unpriced: 0 } });
});

test('a selection of pictures, and of rows of the history', async () => {
  const opened = await views.openGallery({ search: 'four' });
  const [first, second] = opened?.first.ids ?? [];
  expect(await byAccount(views.taskCosts({ of: 'pictures', target: { token: opened?.token ?? 0, revision: 0, ranges: [[2, 4]], imageIds: [first ?? 0, second ?? 0] } }))).toEqual({ studio: { tasks: 1, spent: '0.04', rest: '0.04', unpriced: 0 } });
  const history = await views.openHistory({ search: '', sort: { by: 'cost', descending: true } });
  const token = history?.token ?? 0;
  // Those without a known price come last.
  expect(history?.first.map(({ task }) => task.request.prompt)).toEqual(['fox elsewhere', 'owl failed', 'twin hare', 'twin hare', 'fox said', 'four foxes', 'fox settled', 'fox practice', 'fox unpriced']);
  expect(await byAccount(views.taskCosts({ of: 'tasks', token, revision: 0, ranges: [[0, 2]] }))).toEqual({ studio: { tasks: 1, spent: '0.5', rest: '0.5', unpriced: 0 }, other: { tasks: 1, spent: '7', rest: '0', unpriced: 0 } });
  expect(await byAccount(views.taskCosts({ of: 'view', token, revision: 0 }))).toEqual({ studio: { tasks: 7, spent: '1', rest: '0.94', unpriced: 1 }, other: { tasks: 1, spent: '7', rest: '0', unpriced: 0 } });
  expect(await views.taskCosts({ of: 'view', token: token + 1, revision: 0 })).toBeNull();
});

test('a search by cost takes what was settled before what was said, and practice as free', async () => {
  const found = async (search: string) => ((await views.openHistory({ search, sort: { by: 'created', descending: true } }))?.first ?? []).map(({ task }) => task.request.prompt).toSorted();
  expect(await found('cost:0.01')).toEqual(['fox settled']);
  expect(await found('cost:0.05')).toEqual(['fox said']);
  expect(await found('cost:>=3')).toEqual(['fox elsewhere']);
  expect(await found('cost:0')).toEqual(['fox practice']);
  expect(await found('cost:none')).toEqual(['fox unpriced']);
  expect(await found('cost:≈0.04')).toEqual(['four foxes']);
});

test('amounts of different units are never added', () => {
  const sums = { tasks: 1, spent: '1', rest: '0', unpriced: 0 };
  const units: Readonly<Record<string, string>> = { a: 'USD', b: 'credits', c: 'USD' };
  expect(byUnit([{ accountId: 'a', ...sums }, { accountId: 'b', ...sums }, { accountId: 'c', ...sums, unpriced: 2 }], (id) => units[id] ?? '')).toEqual([
    { unit: 'USD', tasks: 2, spent: '2', rest: '0', unpriced: 2 },
    { unit: 'credits', ...sums },
  ]);
});
