import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../../../electron/database/schema/migrate.ts';
import { createConnection, type Connection } from '../../../../../electron/database/sqlite/statements.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { createdRows } from '../../../../../electron/database/views/search/date-rows.ts';
import type { CivilDate, DayValue } from '../../../../../shared/search/query.ts';
import { testAccount } from '../../../../support/open-test-database.ts';
import { makeFile, makeTask } from '../../samples.ts';

const days = 60;
const createdAt = (row: number): number => new Date(2020, 11, 1 + (row % days), 12).getTime();

let db: DatabaseSync;
let connection: Connection;
/** When each task was created, by row number. Every third is an imported picture. */
const created = new Map<number, number>();
beforeAll(() => {
  db = new DatabaseSync(':memory:');
  migrate(db);
  const { store } = createStore(db, (message) => expect.fail(message));
  store.saveAccount(testAccount);
  const about = { importId: null, title: 'a', form: null, negativePrompt: null, seed: null, steps: null, sampler: null, cfgScale: null, software: null, rating: 0, tags: [] };
  for (let row = 1; row <= 240; row += 1) {
    const task = makeTask({ createdAt: createdAt(row), state: { status: 'completed', remoteId: `r${row}`, imageCount: 1 } });
    if (row % 3 === 0) store.addPictures([{ task: { ...task, imported: about }, file: makeFile({ path: `${row}.png` }) }]);
    else store.insertTasks([task]);
    created.set(row, task.createdAt);
  }
  connection = createConnection(db);
});
afterAll(() => db.close());

const on = (year: number, month: number, day: number): CivilDate => ({ year, month, day });
const time = ({ year, month, day }: CivilDate): number => new Date(year, month - 1, day).getTime();

const searches: readonly (readonly Pick<DayValue, 'from' | 'until'>[])[] = [
  [{ from: null, until: on(2021, 1, 1) }],
  [{ from: on(2021, 1, 1), until: null }],
  [{ from: on(2020, 12, 24), until: on(2020, 12, 25) }],
  [{ from: null, until: on(2020, 12, 3) }, { from: on(2021, 1, 20), until: null }],
  [{ from: null, until: on(1999, 1, 1) }],
  [{ from: on(2999, 1, 1), until: null }],
];

it.each(searches)('finds the tasks of some days, imported or not, in a short span and in a long one: %j %j', (...values) => {
  const wanted = [...created].filter(([, at]) => values.some(({ from, until }) => (from === null || at >= time(from)) && (until === null || at < time(until)))).map(([row]) => row);
  // The third span is long, and the tasks are most of its rows. A period with most of them is read as all others.
  for (const span of [{ after: 0, last: 240 }, { after: 0, last: 1_000_000 }, { after: -100_000, last: 240 }]) {
    const found = createdRows(connection, values, span);
    expect([...created.keys()].filter((row) => found.has(row)), `rows up to ${span.last}`).toEqual(wanted);
  }
});
