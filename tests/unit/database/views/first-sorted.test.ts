import { expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { createConnection } from '../../../../electron/database/sqlite/statements.ts';
import { firstSorted } from '../../../../electron/database/views/arranged/first-sorted.ts';
import { sortedPositions } from '../../../../electron/database/views/arranged/sorted-pictures.ts';
import { createPictureOrders } from '../../../../electron/database/views/orders/picture-orders.ts';
import { newestFirst, type Arrangement } from '../../../../shared/library/arrangement.ts';
import { parseSearch } from '../../../../shared/search/parse.ts';
import { database, known, useSearchedLibrary } from './searched-library.ts';

useSearchedLibrary();

const everything = parseSearch('', { year: 2026, month: 1, day: 1 });

it.each([
  ['rating', true, 60],
  ['rating', false, 130],
  ['size', true, 60],
  ['size', false, 300],
  ['cost', true, 200],
  ['cost', false, 200],
  ['random', true, 60],
] as const)('the first pictures by %s, descending %s, are the beginning of all %i', (by, descending, limit) => {
  const db = openConnection(database.file);
  onTestFinished(() => db.close());
  const connection = createConnection(db);
  const order = createPictureOrders(connection).now('library');
  const arrangement: Arrangement = { ...newestFirst, by, descending, seed: 3 };
  const found: number[] = [];
  expect(firstSorted(connection, order, arrangement, limit, found)).toBe(false);
  const positions = sortedPositions(connection, order, arrangement, everything);
  expect(found).toEqual([...(positions ?? [])].slice(0, limit).map((position) => order.ids[position]));
});

it('pictures without a rating are not among the first', () => {
  const db = openConnection(database.file);
  onTestFinished(() => db.close());
  const connection = createConnection(db);
  const order = createPictureOrders(connection).now('library');
  const found: number[] = [];
  firstSorted(connection, order, { ...newestFirst, by: 'rating' }, 1_000, found);
  expect(found.toSorted((a, b) => a - b)).toEqual(known.filter(({ rating, trashed }) => rating > 0 && !trashed).map(({ id }) => id));
});
