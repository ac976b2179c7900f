import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** More than are read at once, so that the pages below begin in the middle of a batch. */
const inBatch = 500;
const batchTime = start - 1_000_000;

let database: TestDatabase;
let views: LibraryViews;
/** A kept picture of "a fox". */
let fox: number;

const request = (prompt: string) => ({ model: 'm', prompt, size: '64x64', quality: 'low' });

beforeAll(async () => {
  database = await openTestDatabase();
  const db = openConnection(database.file);
  db.exec('PRAGMA synchronous = OFF');
  const { store } = createStore(db, (message) => expect.fail(message));
  const failed = (prompt: string, createdAt: number) => makeTask({ request: request(prompt), createdAt, state: { status: 'failed', remoteId: `r${createdAt}`, said: { httpStatus: 200, code: null, message: null } } });
  store.insertTasks(Array.from({ length: inBatch }, (_, at) => failed('one of a batch', batchTime + at)));
  // A hundred different prompts, each twice: the first round is older.
  for (const round of [0, 1]) store.insertTasks(Array.from({ length: 100 }, (_, at) => failed(`prompt ${at} ${at % 2 === 0 ? 'even' : 'odd'}`, start - 10_000 + round * 1_000 + at)));
  const completed = makeTask({ request: { ...request('a fox'), fields: { seed: 1 } }, createdAt: start, state: { status: 'completed', remoteId: 'fox', imageCount: 2 } });
  store.insertTasks([completed]);
  const [trashed, kept] = store.saveCompletion(completed, makeSources(2), makeAnswer()).map(({ id }) => id);
  for (const id of [trashed ?? 0, kept ?? 0]) store.saveImage(id, { status: 'kept', file: makeFile({ path: `${id}.png`, savedAt: start }) });
  fox = kept ?? 0;
  db.prepare('UPDATE images SET trashed_at = 1 WHERE id = ?').run(trashed ?? 0);
  store.insertTasks([failed('a fox', start + 1), failed('', start + 2)]);
  db.close();
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});
afterAll(async () => {
  await views.close();
  await database.remove();
});

/** All pages of a search. */
async function all(search: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page = await views.pastPrompts(search, from);
    if (!page) throw new Error('replaced');
    found.push(...page.prompts.map(({ prompt }) => prompt));
    from = page.next;
  }
  return found;
}

const numbered = (parity: number | null) =>
  Array.from({ length: 100 }, (_, at) => 99 - at)
    .filter((at) => parity === null || at % 2 === parity)
    .map((at) => `prompt ${at} ${at % 2 === 0 ? 'even' : 'odd'}`);

it('gives every prompt once on a page, newest first, and on all pages together no other', async () => {
  const first = await views.pastPrompts('', 0);
  const shown = first?.prompts.map(({ prompt }) => prompt) ?? [];
  expect(shown.slice(0, 3)).toEqual(['a fox', 'prompt 99 odd', 'prompt 98 even']);
  expect(new Set(shown).size).toBe(shown.length);
  const every = await all('');
  expect([...new Set(every)]).toEqual(['a fox', ...numbered(null), 'one of a batch']);
});

it('gives the time and the choices of the newest task, and a picture of the newest one that has any outside the trash', async () => {
  const [prompt] = (await views.pastPrompts('fox', 0))?.prompts ?? [];
  expect(prompt).toEqual({ prompt: 'a fox', choices: { model: 'm', size: '64x64', quality: 'low' }, lastAt: start + 1, imageId: fox });
});

it('finds by the words of the search in the history, and nothing by a filter that cannot be read', async () => {
  expect([...new Set(await all('odd'))]).toEqual(numbered(1));
  expect(await all('prompt 42')).toContain('prompt 42 even');
  expect(await all('unheard-of')).toEqual([]);
  expect(await all('rating:many')).toEqual([]);
});

it('a newer search takes the place of one under way', async () => {
  const answers = await Promise.all([views.pastPrompts('odd', 0), views.pastPrompts('even', 0)]);
  expect(answers[1]?.prompts[0]?.prompt).toBe('prompt 98 even');
  if (answers[0] !== null) expect(answers[0].prompts[0]?.prompt).toBe('prompt 99 odd');
});

it('finds the pictures of exactly this prompt, without those in the trash', async () => {
  expect(await views.picturesOfPrompt('a fox')).toEqual([fox]);
  expect(await views.picturesOfPrompt('A fox')).toEqual([]);
});

it('a template comes before the prompts that it made, with its newest picture', async () => {
  const db = openConnection(database.file);
  const { store } = createStore(db, (message) => expect.fail(message));
  const batchId = '7d9f7a54-2a87-4b12-9d0e-0c5a5d5f0a01';
  const template = 'a {zebra|yak} at dusk';
  store.beginBatch({ id: batchId, accountId: testAccount.id, name: 'Dusk', recipe: { from: 'template', template }, hold: null, createdAt: start + 10, place: 1 });
  const tasks = ['a zebra at dusk', 'a yak at dusk'].map((prompt, at) => makeTask({ request: request(prompt), batchId, createdAt: start + 10 + at, state: { status: 'completed', remoteId: `dusk${at}`, imageCount: 1 } }));
  store.insertTasks(tasks);
  store.finishBatch(batchId);
  const [zebra] = tasks;
  const [image] = zebra ? store.saveCompletion(zebra, makeSources(1), makeAnswer()) : [];
  store.saveImage(image?.id ?? 0, { status: 'kept', file: makeFile({ path: 'zebra.png', savedAt: start }) });
  db.close();
  expect((await views.pastPrompts('', 0))?.prompts.slice(0, 3)).toMatchObject([
    { prompt: template, imageId: image?.id, lastAt: start + 11 },
    { prompt: 'a yak at dusk', imageId: null },
    { prompt: 'a zebra at dusk', imageId: image?.id },
  ]);
  expect(await views.picturesOfPrompt(template)).toEqual([image?.id]);
  expect((await views.pastPrompts('zebra', 0))?.prompts.map(({ prompt }) => prompt)).toEqual([template, 'a zebra at dusk']);
});
