import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import type { Store } from '../../../../electron/database/client/database-contract.ts';
import { createStore } from '../../../../electron/database/tables/store.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { openReader, type OpenReader } from '../../../support/view-reader.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** What happens after the first answer of a view and before the whole view has been read. */

let database: TestDatabase;
let db: ReturnType<typeof openConnection>;
let store: Store;
let reader: OpenReader;

function keep(at: number): number {
  const task = makeTask({ createdAt: start + at, state: { status: 'completed', remoteId: `task_${at}`, imageCount: 1 } });
  store.insertTasks([task]);
  const [image] = store.saveCompletion(task, makeSources(1), makeAnswer());
  if (image === undefined) throw new Error('no image');
  store.saveImage(image.id, { status: 'kept', file: makeFile({ path: `2025/${at}.png`, savedAt: start + at * 1_000 }) });
  return image.id;
}

beforeEach(async () => {
  database = await openTestDatabase();
  db = openConnection(database.file);
  db.exec('PRAGMA synchronous = OFF');
  ({ store } = createStore(db, (message) => expect.fail(message)));
  reader = openReader(database.file);
});
afterEach(async () => {
  reader.close();
  db.close();
  await database.remove();
});

// Fewer and more than the first answer has.
it.each([2, 300])('a picture that is kept meanwhile is not in the view of %i pictures', async (count) => {
  for (let at = 0; at < count; at += 1) keep(at);
  const { views } = reader;
  const opened = await views.openGallery({ search: '' });
  const late = keep(count);
  const facts = opened && (await views.ready(opened.token));
  expect([opened?.total, facts?.total]).toEqual([count, count]);
  const all = opened && (await views.pictures({ token: opened.token, revision: 0 }, [0, count + 1]));
  expect([...(all?.ids ?? [])].slice(0, opened?.first.ids.length)).toEqual([...(opened?.first.ids ?? [])]);
  expect(all?.ids).toHaveLength(count);
  expect(facts?.months).toHaveLength(facts?.starts.length ?? -1);

  const next = await views.openGallery({ search: '' });
  expect(next?.first.ids[0]).toBe(late);
  expect(next && (await views.ready(next.token))?.total).toBe(count + 1);
});

it.each(['', 'fox'])('a view of “%s” begins with its first answer, even if a picture in it was moved to the trash meanwhile', async (search) => {
  for (let at = 0; at < 300; at += 1) keep(at);
  const { views } = reader;
  const opened = await views.openGallery({ search });
  const told = [...(opened?.first.ids ?? [])];
  expect(told).toHaveLength(200);
  store.markImages(Int32Array.of(told[3] ?? 0, told[199] ?? 0), { kind: 'trash', at: start });
  const facts = opened && (await views.ready(opened.token));
  expect(facts?.total).toBe(300);
  const all = opened && (await views.pictureIds({ token: opened.token, revision: 0 }, [[0, 300]]));
  expect([...(all ?? [])].slice(0, 200)).toEqual(told);
  expect(new Set(all).size).toBe(300);
});

it('a note that is written after a search is found by the next one, also among more notes than are kept in memory', async () => {
  const ids = Array.from({ length: 300 }, (_, at) => keep(at));
  const { views } = reader;
  const found = async (search: string): Promise<readonly number[]> => [...((await views.openGallery({ search }))?.first.ids ?? [])];
  const note = (id: number | undefined, text: string): unknown => store.markImages(Int32Array.of(id ?? 0), { kind: 'note', note: text });
  expect(await found('sky')).toEqual([]);
  note(ids[1], 'Swap\nthe Ský');
  expect([await found('sky'), await found('"the sky"'), await found('ky')]).toEqual([[ids[1]], [ids[1]], []]);
  for (const id of ids.slice(2)) note(id, 'long '.repeat(800));
  expect([await found('sky'), await found('"the sky"')]).toEqual([[ids[1]], [ids[1]]]);
  note(ids[1], '');
  expect(await found('sky')).toEqual([]);
});
