import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../../electron/database/client/open-views.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { beyondAnyView } from '../../../../shared/library/view.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

let database: TestDatabase;
let views: LibraryViews;
/** All pictures of the library, newest first. */
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
});
afterAll(async () => {
  await views.close();
  await database.remove();
});

const open = async (search: string) => {
  const opened = await views.openGallery({ search });
  if (opened === null) throw new Error('replaced');
  return { ...opened, ids: [...opened.first.ids] };
};
const idsOf = (has: (picture: (typeof pictures)[number]) => boolean): readonly number[] => pictures.filter(has).map(({ id }) => id);
const rivers = (): readonly number[] => idsOf(({ prompt }) => prompt.includes('river'));
it('a range beyond the first answer covers all matches', async () => {
  const opened = await open('an');
  expect(opened.total).toBeNull();
  const expected = idsOf(({ prompt }) => prompt.startsWith('an'));
  expect(opened.ids.length).toBeLessThan(expected.length);
  const meant = await views.pictureIds({ token: opened.token, revision: 0 }, [[3, 5], [7, beyondAnyView]]);
  expect([...(meant ?? [])]).toEqual([...expected.slice(3, 5), ...expected.slice(7)]);
});

describe('a search for words', () => {
  it.each([
    ['owl rain', () => idsOf(({ prompt, tagged }) => prompt.includes('rain') && (prompt.includes('owl') || tagged))],
    ['river owl', () => idsOf(({ prompt, tagged }) => prompt.includes('river') && tagged)],
    ['river task', rivers],
    ['river rain', () => idsOf(({ prompt }) => prompt.includes('river') && prompt.includes('rain'))],
    ['river -rain', () => idsOf(({ prompt }) => prompt.includes('river') && !prompt.includes('rain'))],
    ['heron', () => [pictures.at(-51)?.id]],
    ['invoice', () => [pictures.at(-71)?.id]],
    ['river stork', () => []],
    ['river unicorn owl', () => []],
    ['unicorn', () => []],
    ['marsh', () => []],
  ])('“%s” knows all its matches at once, because the library is small or they are few', async (search, expected) => {
    const opened = await open(search);
    expect([opened.total, opened.ids]).toEqual([expected().length, expected()]);
    expect((await views.ready(opened.token))?.total).toBe(expected().length);
  });

  it.each(['marsh in:trash ', 'stork in:anywhere '])('“%s” looks into the trash', async (search) => {
    expect((await open(search)).total).toBe(1);
  });
});
