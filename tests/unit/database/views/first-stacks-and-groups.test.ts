import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createConnection, type Connection } from '../../../../electron/database/sqlite/statements.ts';
import { arrangedPictures } from '../../../../electron/database/views/arranged/arranged-pictures.ts';
import { firstTogether, newestTogether, viewOfFirst, type FirstRows } from '../../../../electron/database/views/arranged/first-stacks-and-groups.ts';
import { keysOfGroup } from '../../../../electron/database/views/arranged/grouped-pictures.ts';
import { fewPictures } from '../../../../electron/database/views/arranged/sort-values.ts';
import { noKey } from '../../../../electron/database/views/arranged/stack-membership.ts';
import { continued, type WholeView } from '../../../../electron/database/views/live-view.ts';
import { createPictureOrders } from '../../../../electron/database/views/orders/picture-orders.ts';
import { newestFirst, noneOpen, pictureGroups, type Arrangement } from '../../../../shared/library/arrangement.ts';
import { noGroup } from '../../../../shared/library/view.ts';
import { parseSearch } from '../../../../shared/search/parse.ts';
import { database, useSearchedLibrary } from './searched-library.ts';

useSearchedLibrary();

const everything = parseSearch('', { year: 2026, month: 1, day: 1 });

beforeAll(() => {
  const db = openConnection(database.file);
  db.exec(`
    -- Prompts that look the same to the index, with spaces around them, of one letter, and none.
    UPDATE tasks SET prompt = CASE id % 5 WHEN 0 THEN ' ' WHEN 1 THEN 'abcdefghij' || id % 3 WHEN 2 THEN ' abxdefghij1 ' WHEN 3 THEN 'abxdefghij' || id % 3 ELSE iif(id % 2 = 0, 'a', prompt) END;
    UPDATE tasks SET model = CASE id % 4 WHEN 0 THEN ' painter-1' WHEN 1 THEN '' ELSE model END;
    INSERT INTO batches (id, uuid, account, name, recipe, created_at, place, complete) SELECT value, 'b' || value, (SELECT min(account) FROM tasks), 'Batch ' || value,
      CASE value % 3 WHEN 0 THEN '{"template":"{a|b}"}' WHEN 1 THEN '{"template":" {c|d} "}' ELSE '{}' END, value, 0, 1 FROM json_each('[1,2,3,4,5,6,7]');
    UPDATE tasks SET batch = id % 11 WHERE id % 11 BETWEEN 1 AND 7 AND id % 2 = 0;
  `);
  db.close();
});

function connect(): Connection {
  const db = openConnection(database.file);
  onTestFinished(() => db.close());
  return createConnection(db);
}

/** Those that bring together pictures from different days. */
const groupsOfTasks = pictureGroups.filter((group) => group !== 'day');
const kinds: readonly Arrangement[] = [
  ...(['batch', 'template', 'prompt'] as const).map((stack) => ({ ...newestFirst, stack })),
  ...groupsOfTasks.map((group) => ({ ...newestFirst, group })),
];
const named = kinds.map((arrangement) => [`${arrangement.stack === null ? 'groups' : 'stacks'} by ${arrangement.stack ?? arrangement.group}`, arrangement] as const);

function firstOf(connection: Connection, arrangement: Arrangement, limit: number, inMemory: boolean): { readonly view: WholeView; readonly areAll: boolean | null } {
  const together = newestTogether(arrangement) ?? expect.fail('not brought together');
  const rows: FirstRows = { ids: [], keys: [], counts: [] };
  const order = inMemory ? createPictureOrders(connection).now('library') : null;
  const areAll = firstTogether(connection, order, together, limit, rows);
  return { view: viewOfFirst(together, rows), areAll };
}

function allOf(connection: Connection, arrangement: Arrangement): WholeView {
  const order = createPictureOrders(connection).now('library');
  return arrangedPictures(connection, order, arrangement, noneOpen, everything);
}

/** Each row with its stack, and its group. */
function rowsOf({ ids, stacks, groups }: WholeView): readonly unknown[] {
  return Array.from(ids, (id, at) => [id, stacks?.keys[at], stacks?.counts[at], groups?.keys[groups.starts.findLastIndex((start) => start <= at)]]);
}

it.each(named)('the first rows of %s are the beginning of the whole view', (_, arrangement) => {
  const connection = connect();
  for (const limit of [1, 7, 60, 200]) {
    for (const inMemory of [true, false]) {
      const { view } = firstOf(connection, arrangement, limit, inMemory);
      const all = rowsOf(allOf(connection, arrangement));
      expect(rowsOf(view)).toEqual(all.slice(0, view.ids.length));
      expect(view.ids.length).toBeGreaterThanOrEqual(Math.min(limit, 5));
    }
  }
});

it.each(named)('the first rows of %s are said to be all only of groups with every picture', (_, arrangement) => {
  const connection = connect();
  const { view, areAll } = firstOf(connection, arrangement, 10_000, true);
  const all = allOf(connection, arrangement);
  expect(areAll).toBe(arrangement.group !== null && !all.groups?.keys.includes(noGroup));
  if (areAll === true || arrangement.stack !== null) expect(rowsOf(view)).toEqual(rowsOf(all));
});

it.each(named)('a picture that goes away before the whole view is read leaves the first rows of %s as they were shown', (_, arrangement) => {
  const connection = connect();
  const { view } = firstOf(connection, arrangement, 20, true);
  const db = openConnection(database.file);
  db.prepare('UPDATE images SET trashed_at = 1 WHERE id = ?').run(view.ids[2] ?? 0);
  try {
    const now = allOf(connection, arrangement);
    const merged = continued(view, now);
    expect(rowsOf(merged).slice(0, 20)).toEqual(rowsOf(view));
    expect([...merged.ids].length).toBe(new Set(merged.ids).size);
    const stacks = merged.stacks?.keys.filter((key) => key !== noKey) ?? [];
    expect(stacks.length).toBe(new Set(stacks).size);
    const merelyNew = [...now.ids].filter((id) => !merged.ids.includes(id));
    // Only the new top of a stack that is shown already.
    expect(merelyNew.length).toBeLessThanOrEqual(arrangement.stack === null ? 0 : 1);
  } finally {
    db.prepare('UPDATE images SET trashed_at = NULL WHERE id = ?').run(view.ids[2] ?? 0);
    db.close();
  }
});

it.each(groupsOfTasks)('a picture that was removed since the order was read has no %s, and the others keep theirs', (group) => {
  const order = createPictureOrders(connect()).now('library');
  const [ids, tasks] = [order.ids.slice(0, 20), order.tasks.slice(0, 20)];
  const keysOf = (pictures: Pick<typeof order, 'ids' | 'tasks'>): readonly unknown[] => {
    const keys = keysOfGroup(connect(), group, pictures);
    return Array.from(keys, (key) => (key === noKey ? null : keys.indexOf(key)));
  };
  const wanted = keysOf({ ids, tasks });
  const gone = 1_000_000;
  expect(keysOf({ ids: Int32Array.of(...ids, gone), tasks: Int32Array.of(...tasks, gone) })).toEqual([...wanted, null]);
  expect(keysOf({ ids: Int32Array.of(gone, ...ids), tasks: Int32Array.of(gone, ...tasks) }).slice(1)).toEqual(wanted.map((at) => (at === null ? null : Number(at) + 1)));
});

it.each(groupsOfTasks)('many pictures are grouped by %s as few are', (group) => {
  const order = createPictureOrders(connect()).now('library');
  const few = [...keysOfGroup(connect(), group, order)];
  const times = Math.ceil((fewPictures + 1) / few.length);
  const repeated = (values: Int32Array): Int32Array => Int32Array.from({ length: times * values.length }, (_, at) => values[at % values.length] ?? 0);
  const many = [...keysOfGroup(connect(), group, { ids: repeated(order.ids), tasks: repeated(order.tasks) })].slice(0, few.length);
  const groupsOf = (keys: readonly number[]): readonly number[] => keys.map((key) => (key === noKey ? noKey : keys.indexOf(key)));
  expect(groupsOf(many)).toEqual(groupsOf(few));
  expect(new Set(many).size).toBeGreaterThan(2);
});
