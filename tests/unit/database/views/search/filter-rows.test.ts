import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { createConnection, type Connection } from '../../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { filterRows } from '../../../../../electron/database/views/search/filter-rows.ts';
import { allRows } from '../../../../../electron/database/views/search/table-scan.ts';
import { parseSearch } from '../../../../../shared/search/parse.ts';
import { testAccount } from '../../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../../samples.ts';

/** A library whose row numbers are as high as if it were very large: a scan of it takes hundreds of steps. */
const highest = 50_000_000;

const foxes = '00000000-0000-4000-8000-00000000000f';
const otherFoxes = '00000000-0000-4000-8000-0000000000f0';

let db: DatabaseSync;
beforeAll(() => {
  db = openConnection(':memory:');
  const { store } = createStore(db, (message) => expect.fail(message));
  store.saveAccount(testAccount);
  const sizes = [[2048, 512], [1024, 1024], [512, 2048], [1024, 1024]] as const;
  for (const [at, [width, height]] of sizes.entries()) {
    const task = makeTask({ createdAt: start + at, request: { model: 'm', prompt: 'p', size: '1024x1024', quality: '' }, state: { status: 'completed', remoteId: `r${at}`, imageCount: 1 } });
    const [image] = store.saveCompletion(task, makeSources(1), makeAnswer());
    store.saveImage(image?.id ?? 0, { status: 'kept', file: makeFile({ path: `${at}.png`, width, height }) });
  }
  store.markImages(Int32Array.of(3), { kind: 'favourite', favourite: true });
  store.markImages(Int32Array.of(2), { kind: 'rating', rating: 4 });
  store.markImages(Int32Array.of(4), { kind: 'rating', rating: 2 });
  store.markImages(Int32Array.of(3), { kind: 'flag', flag: 'pick' });
  store.markImages(Int32Array.of(2), { kind: 'flag', flag: 'reject' });
  store.markImages(Int32Array.of(2), { kind: 'label', label: 'red' });
  store.markImages(Int32Array.of(4), { kind: 'label', label: 'green' });
  store.markImages(Int32Array.of(3), { kind: 'note', note: 'Swap the sky' });
  db.exec(`UPDATE tasks SET extras = '{"fields":{"seed":18446744073709551615}}' WHERE id = 2`);
  db.exec('UPDATE tasks SET cost = 2000000000 WHERE id = 3');
  // No picture came of these.
  for (const size of ['2048x512', 'wide']) store.insertTasks([makeTask({ request: { model: 'm', prompt: 'p', size, quality: '' } })]);
  for (const id of [foxes, otherFoxes]) {
    store.beginBatch({ id, accountId: testAccount.id, name: id === foxes ? 'Foxes' : 'Foxes at night', createdAt: start, recipe: { from: 'list' }, hold: null, place: start });
    store.insertTasks([makeTask({ request: { model: 'm', prompt: 'p', size: '', quality: '' }, batchId: id })]);
    store.finishBatch(id);
  }
  // Nobody asked for what only imported pictures have, but filters find it.
  const about = { importId: null, title: 'a', form: null, negativePrompt: null, seed: null, steps: null, sampler: null, cfgScale: null, software: null, rating: 0, tags: [] };
  const old = makeTask({ request: { model: 'dreamshaper_8', prompt: 'a', size: '512x768', quality: 'draft' }, state: { status: 'completed', remoteId: 'old', imageCount: 1 } });
  store.addPictures([{ task: { ...old, imported: about }, file: makeFile({ path: 'old.png' }) }]);
  db.exec(`PRAGMA foreign_keys = OFF; UPDATE images SET id = ${highest} WHERE id = 4; UPDATE tasks SET id = ${highest} WHERE id = 6`);
});
afterAll(() => db.close());

function rowsOf(connection: Connection, search: string): ReturnType<typeof filterRows> {
  const part = parseSearch(search, { year: 2026, month: 1, day: 1 }).clauses[0]?.anyOf[0];
  if (part === undefined || part.kind === 'term') throw new Error('not a filter');
  return filterRows(connection, part, allRows(connection));
}

it.each(['model:dreamshaper ', 'quality:draft '])('%s finds an imported picture', (search) => {
  expect(rowsOf(createConnection(db), search).tasks?.list(10)).toEqual([9]);
});

describe.each([
  ['a rare size', 'size:2048x512 ', { images: [1], tasks: [5] }],
  ['a size that is asked for by name', 'size:wide ', { images: [], tasks: [highest] }],
  ['a frequent size', 'size:1024x1024 ', { images: [2, highest], tasks: [] }],
  ['a shape', 'size:portrait ', { images: [3], tasks: [] }],
  ['a batch', 'batch:"Foxes" ', { images: [], tasks: [7] }],
  ['a batch by the beginning of a word', 'batch:fox ', { images: [], tasks: [7, 8] }],
  ['a batch by its id', `batch:"${otherFoxes}" `, { images: [], tasks: [8] }],
  ['a favourite', 'is:favourite ', { images: [3], tasks: [] }],
  ['a rating', 'rating:>=3 ', { images: [2], tasks: [] }],
  ['two ratings', 'rating:2,4 ', { images: [2, highest], tasks: [] }],
  ['a cost', 'cost:>1 ', { images: [], tasks: [3] }],
  ['a ratio', 'ratio:4:1 ', { images: [1], tasks: [5] }],
  ['a pick', 'flag:picked ', { images: [3], tasks: [] }],
  ['a reject', 'is:rejected ', { images: [2], tasks: [] }],
  ['a label', 'label:red,green ', { images: [2, highest], tasks: [] }],
  ['a note', 'note:sky ', { images: [3], tasks: [] }],
  ['a seed', 'seed:18446744073709551615 ', { images: [], tasks: [2] }],
  ['a flag', 'is:labelled ', { images: [2, highest], tasks: [] }],
])('%s', (_what, search, expected) => {
  it('is found in a large library without a scan', () => {
    let statements = 0;
    const connection = createConnection(db, undefined, () => (statements += 1));
    const found = rowsOf(connection, search);
    expect({ images: found.images?.list(10) ?? [], tasks: found.tasks?.list(10) ?? [] }).toEqual(expected);
    // A few for each number of stars, or for each cost. A scan would take hundreds.
    expect(statements).toBeLessThanOrEqual(8);
  });
});
