import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/library/library-views.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { createConnection } from '../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { quickPictures, quickTasks } from '../../../../electron/database/views/quick.ts';
import { createTermsTable } from '../../../../electron/database/views/search/words-match.ts';
import { beyondAnyView } from '../../../../shared/library/view.ts';
import { parseSearch } from '../../../../shared/search/parse.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** What the words alone tell at once, where a tag has it begin otherwise: no position may mean another picture later. */

let database: TestDatabase;
let views: LibraryViews;
let reader: DatabaseSync;
/** Ids of all pictures, the newest first, and what each has. */
let pictures: readonly { readonly id: number; readonly prompt: string; readonly tagged: boolean }[];

/** One more picture is in the trash. */
const inTrash = 400;

const promptOf = (at: number): string => (at === inTrash ? 'a marsh' : `${at % 3 === 0 ? 'a river' : 'an owl'}${at < 30 ? ' in the rain' : ''}`);

beforeAll(async () => {
  database = await openTestDatabase();
  const db = openConnection(database.file);
  db.exec('PRAGMA synchronous = OFF');
  const { store } = createStore(db, (message) => expect.fail(message));
  db.exec(`INSERT INTO tags (id, name, folded) VALUES (1, 'Owl', 'owl'), (2, 'Stork', 'stork'), (3, 'Task', 'task'), (4, 'Heron', 'heron')`);
  const made: { id: number; prompt: string; tagged: boolean }[] = [];
  for (let at = 0; at <= inTrash; at += 1) {
    const prompt = promptOf(at);
    const task = makeTask({ request: { model: 'painter-1', prompt, size: '1024x1024', quality: 'low' }, createdAt: start + at * 60_000, state: { status: 'completed', remoteId: `${at === 70 ? 'invoice' : 'task'}_${at}`, imageCount: 1 } });
    store.insertTasks([task]);
    const [image] = store.saveCompletion(task, makeSources(1), makeAnswer());
    if (image === undefined) throw new Error('no picture');
    store.saveImage(image.id, { status: 'kept', file: makeFile({ path: `2025/${at}.png`, savedAt: start + at * 60_000, width: 8, height: 8 }) });
    const tagged = at % 60 === 0;
    const tag = tagged ? 1 : at === inTrash ? 2 : at === 50 ? 4 : null;
    if (tag !== null) db.prepare('INSERT INTO image_tags (image, tag) VALUES (?, ?)').run(image.id, tag);
    if (at === inTrash) db.prepare('UPDATE images SET trashed_at = ? WHERE id = ?').run(start, image.id);
    else made.unshift({ id: image.id, prompt, tagged });
  }
  db.close();
  pictures = made;
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
  reader = new DatabaseSync(database.file, { readOnly: true });
  reader.exec(createTermsTable);
});
afterAll(async () => {
  reader.close();
  await views.close();
  await database.remove();
});

const newestFirst = { by: 'created', descending: true } as const;
const open = async (search: string) => {
  const opened = await views.openGallery({ search, sort: newestFirst });
  if (opened === null) throw new Error('replaced');
  return { ...opened, ids: [...opened.first.ids] };
};
const idsOf = (has: (picture: (typeof pictures)[number]) => boolean): readonly number[] => pictures.filter(has).map(({ id }) => id);

it('names all that match to whoever selected them before they were counted', async () => {
  const quick = await open('an');
  expect(quick.total).toBeNull();
  const expected = idsOf(({ prompt }) => prompt.startsWith('an'));
  expect(quick.ids.length).toBeLessThan(expected.length);
  const meant = await views.pictureIds(quick.token, [[3, 5], [7, beyondAnyView]]);
  expect([...(meant ?? [])]).toEqual([...expected.slice(3, 5), ...expected.slice(7)]);
});

describe('a search whose words may mean a tag too', () => {
  it('is answered at once by its words; the view is refused where it begins otherwise, and the next answer is all of it', async () => {
    const [search, expected] = ['owl', idsOfOwls()];
    const quick = await open(search);
    expect(quick.total).toBeNull();
    expect(quick.ids).not.toEqual(expected.slice(0, quick.ids.length));
    expect(await views.ready(quick.token)).toBeNull();
    expect(await views.pictures(quick.token, [0, 10])).toBeNull();
    expect(await views.pictureIds(quick.token, [[0, 10]])).toBeNull();

    const whole = await open(search);
    expect(whole.ids).toEqual(expected.slice(0, 200));
    expect((await views.ready(whole.token))?.total).toBe(expected.length);
    expect([...((await views.pictureIds(whole.token, [[0, expected.length]])) ?? [])]).toEqual(expected);
    // The doubt is gone with it.
    expect((await open(search)).total).toBeNull();
  });

  it('goes on behind them where they are few and the tag’s are older', async () => {
    const quick = await open('owl rain');
    expect(quick.total).toBeNull();
    const expected = idsOfOwlsInTheRain();
    expect(quick.ids.length).toBeGreaterThan(0);
    expect(quick.ids).toEqual(expected.slice(0, quick.ids.length));
    expect((await views.ready(quick.token))?.total).toBe(expected.length);
    expect([...((await views.pictureIds(quick.token, [[0, expected.length]])) ?? [])]).toEqual(expected);
  });

  it('finds the pictures with the tag and the other words where no text has them all, and nothing only when that is sure', async () => {
    const expected = idsOf(({ prompt, tagged }) => prompt.includes('river') && tagged);
    const found = await open('river owl');
    expect(found.ids).toEqual(expected);
    expect(found.total).toBe(expected.length);
    expect((await views.ready(found.token))?.total).toBe(found.total);
    const none = await open('river stork');
    expect([none.total, none.ids]).toEqual([0, []]);
    const withId = await open('river task');
    expect((await views.ready(withId.token))?.total).toBe(idsOf(({ prompt }) => prompt.includes('river')).length);
  });
});

describe('what is told without the view', () => {
  const queryOf = (search: string) => parseSearch(search, { year: 2026, month: 1, day: 1 });
  const quick = (search: string, limit = 200, most?: number) => quickPictures(createConnection(reader), queryOf(search), limit, most);
  const rivers = (): readonly number[] => idsOf(({ prompt }) => prompt.includes('river'));
  const taggedRivers = (): readonly number[] => idsOf(({ prompt, tagged }) => prompt.includes('river') && tagged);

  it('is all of it only where there is no more than was asked for', () => {
    for (const [search, expected] of [['river', rivers()], ['river owl', taggedRivers()]] as const) {
      expect(quick(search, 3)).toMatchObject({ ids: Int32Array.from(expected.slice(0, 3)), total: null, isWhole: false });
      expect(quick(search, expected.length)).toMatchObject({ ids: Int32Array.from(expected), total: null, isWhole: false });
      expect(quick(search, expected.length + 1)).toMatchObject({ ids: Int32Array.from(expected), total: expected.length, isWhole: true });
    }
    expect(quickTasks(createConnection(reader), queryOf('river'), newestFirst, 3)).toMatchObject({ total: null, isWhole: false });
  });

  it('is nothing of a tag where more prompts have the other words than are looked at', () => {
    expect(quick('river owl', 200, rivers().length)).toBeNull();
    expect(quick('river owl', 200, rivers().length + 1)?.total).toBe(taggedRivers().length);
    // Where there are enough among those that are looked at, it does not matter how many more there are.
    expect(quick('river owl', 2, rivers().length)?.total).toBeNull();
  });

  it('is nothing where a tag alone is meant, two of them, or an id', () => {
    expect([quick('heron'), quick('stork owl'), quick('river task'), quick('invoice')]).toEqual([null, null, null, null]);
  });

  it('is that there are none where a word is in no text and is no tag, or all are in the trash', () => {
    for (const search of ['river unicorn owl', 'river owl unicorn', 'river stork', 'marsh', 'marsh stork']) expect(quick(search)).toMatchObject({ total: 0, isWhole: true });
  });

  it('is looked for once, and not at all where it could not be told', () => {
    const ranFor = (...search: Parameters<typeof quick>): readonly string[] => {
      const runs = [vi.spyOn(StatementSync.prototype, 'get'), vi.spyOn(StatementSync.prototype, 'all')];
      quick(...search);
      const ran = runs.flatMap((run) => run.mock.contexts.map((statement) => (statement as StatementSync).sourceSQL));
      runs.forEach((run) => run.mockRestore());
      return ran;
    };
    const walks = (...search: Parameters<typeof quick>): number => ranFor(...search).filter((text) => text.includes('task_words MATCH')).length;
    // All the words, and then those beside the tag.
    expect(walks('river owl')).toBe(2);
    expect(ranFor('river owl').filter((text) => text.includes('FROM tags'))).toHaveLength(2);
    expect([walks('river tas '), walks('stork owl'), walks('heron ')]).toEqual([1, 1, 1]);
    // It stops where it has enough, and goes on where it has not.
    expect([walks('river owl', 1, 140), walks('river owl', 3, 140)]).toEqual([2, 3]);
    // Rows of pictures are read only of those that have the tag.
    const walk = ranFor('river owl').findLast((text) => text.includes('task_words MATCH')) ?? '';
    const plan = reader.prepare(`EXPLAIN QUERY PLAN ${walk}`).all().map(({ detail }) => String(detail));
    expect(plan.filter((detail) => detail.startsWith('SEARCH images'))).toEqual([expect.stringContaining('COVERING INDEX'), expect.stringContaining('PRIMARY KEY')]);
  });
});

function idsOfOwls(): readonly number[] {
  return idsOf(({ prompt, tagged }) => prompt.includes('owl') || tagged);
}

function idsOfOwlsInTheRain(): readonly number[] {
  return idsOf(({ prompt, tagged }) => prompt.includes('rain') && (prompt.includes('owl') || tagged));
}

it('a history whose words may mean more is refused in the same way', async () => {
  const expected = pictures.filter(({ prompt, tagged }) => prompt.includes('owl') || tagged).length;
  const quick = await views.openHistory({ search: 'owl', sort: newestFirst });
  expect(quick?.total).toBeNull();
  expect(await views.ready(quick?.token ?? 0)).toBeNull();
  expect(await views.tasks(quick?.token ?? 0, [0, 10])).toBeNull();
  const whole = await views.openHistory({ search: 'owl', sort: newestFirst });
  expect(whole?.total).toBe(expected);
});
