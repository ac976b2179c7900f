import type { Arrangement } from '../../../../shared/library/arrangement.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { tasksByCost } from '../search/cost-rows.ts';
import { picturesRated } from '../search/marked-rows.ts';
import { allRows } from '../search/table-scan.ts';
import { pictureSizes, picturesOfSize, type PictureSize } from './picture-sizes.ts';
import { equalCosts, highestRandom, randoms } from './sort-values.ts';
import { positionsInOrder } from './radix-order.ts';

/** Pictures, or tasks with all their pictures, that are equal in an order. The best come first. */
type Group = (add: (row: number) => void) => void;

/** Whether `firstSorted` knows how the pictures of the library begin in an order. */
export const beginsEarly = ({ by, stack, group }: Arrangement): boolean => stack === null && group === null && ['rating', 'size', 'cost', 'random'].includes(by);

/**
 * Finds the first pictures of the library in an order other than by time, so that they can be shown before all pictures are sorted.
 * @param order the library by time, newest first
 */
export function firstSorted(connection: Connection, order: PictureOrder, arrangement: Arrangement, limit: number, found: number[]): boolean {
  if (arrangement.by === 'random') return firstRandom(order, arrangement.seed, limit, found);
  const { image, task } = allRows(connection);
  const [rows, last] = arrangement.by === 'cost' ? [order.tasks, task.last] : [order.ids, image.last];
  /** The number of each row's group, from 1. */
  const groupOf = new Int32Array(last + 1);
  let added = 0;
  let number = 0;
  for (const group of groupsOf(connection, arrangement)) {
    number += 1;
    group((row) => {
      if (row > last) return;
      groupOf[row] = number;
      added += 1;
    });
    if (added < limit) continue;
    pushGroups(order.ids, rows, groupOf, limit, found);
    if (found.length === limit) return false;
    groupOf.fill(0);
    added = 0;
  }
  pushGroups(order.ids, rows, groupOf, limit, found);
  return false;
}

function* groupsOf(connection: Connection, { by, descending }: Arrangement): Generator<Group> {
  if (by === 'rating') {
    for (const stars of descending ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5]) yield (add) => picturesRated(connection, stars, add);
  } else if (by === 'size') {
    const sizes = new Map<number, PictureSize[]>();
    for (const size of pictureSizes(connection)) {
      const pixels = size.width * size.height;
      sizes.set(pixels, [...(sizes.get(pixels) ?? []), size]);
    }
    // A picture without a size comes last in both directions.
    sizes.delete(0);
    for (const [, equal] of [...sizes].sort(([a], [b]) => (descending ? b - a : a - b))) {
      yield (add) => {
        for (const size of equal) picturesOfSize(connection, size, add);
      };
    }
  } else {
    const next = connection.sql(
      `SELECT counted_cost AS cost FROM tasks INDEXED BY tasks_by_cost WHERE counted_cost IS NOT NULL AND counted_cost ${descending ? '<' : '>'} ? ORDER BY counted_cost ${descending ? 'DESC' : ''} LIMIT 1`,
    );
    for (let row = next.get(descending ? Number.MAX_SAFE_INTEGER : -1); row !== undefined; ) {
      const range = equalCosts(Number(row['cost']));
      yield (add) => tasksByCost(connection, range, add);
      row = next.get((descending ? range.min : range.max) ?? Number.MAX_SAFE_INTEGER);
    }
  }
}

/** Pushes the pictures of all groups, up to a limit. Those of one group keep the order by time. */
function pushGroups(ids: Int32Array, rows: Int32Array, groupOf: Int32Array, limit: number, found: number[]): void {
  const [positions, groups] = [createColumn(0), createColumn(0)];
  for (let at = 0; at < rows.length; at += 1) {
    const group = groupOf[rows[at] ?? 0] ?? 0;
    if (group > 0) {
      positions.push(at);
      groups.push(group);
    }
  }
  const inGroups = positions.take();
  const sorted = positionsInOrder(Uint32Array.from(groups.take()));
  for (const at of sorted.subarray(0, limit - found.length)) found.push(ids[inGroups[at] ?? 0] ?? 0);
}

/** Sorts only the highest numbers: a few times as many as are wanted. */
function firstRandom(order: PictureOrder, seed: number, limit: number, found: number[]): boolean {
  const values = randoms(order, seed);
  const least = highestRandom * (1 - (4 * limit) / values.length);
  const positions: number[] = [];
  for (let at = 0; at < values.length; at += 1) if ((values[at] ?? 0) >= least) positions.push(at);
  positions.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  for (const at of positions.slice(0, limit)) found.push(order.ids[at] ?? 0);
  return false;
}
