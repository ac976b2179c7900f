import type { Arrangement, PictureGroup } from '../../../../shared/library/arrangement.ts';
import { noGroup, type Groups } from '../../../../shared/library/view.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, pickedIn } from '../number-list.ts';
import { daysOf } from '../orders/months.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { batchKeys, noKey, textKeys } from './stack-membership.ts';
import { positionsInOrder } from './radix-order.ts';
import type { StackRows } from './stacked-pictures.ts';

/** Rows in the chosen order. */
interface SortedRows {
  /** The position of each row in the order by time. Null: the rows are in that order. */
  readonly positions: Int32Array | null;
  readonly stacks?: StackRows;
}

interface GroupedPictures {
  readonly ids: Int32Array;
  readonly stacks?: StackRows | undefined;
  readonly groups: Groups;
}

/**
 * Brings the rows of each group together. They keep their order within the group. Groups stand in the order of their newest pictures, or of
 * their oldest ones if the oldest comes first. A stack is in the group of its top.
 * @param order by time, newest first
 */
export function groupedPictures(connection: Connection, order: PictureOrder, { positions, stacks }: SortedRows, { group, by, descending }: Arrangement & { readonly group: PictureGroup }): GroupedPictures {
  const ofPositions = groupKeys(connection, group, order);
  const keys = positions === null ? ofPositions : pickedIn(ofPositions, positions);
  if (stacks) followTops(keys, stacks);
  const oldestFirst = by === 'time' && !descending;
  const sorted = positionsInOrder(numbered(keys, oldestFirst ? keys : ofPositions));
  const picked = (column: Int32Array): Int32Array => pickedIn(column, sorted);
  const shown = stacks && { keys: picked(stacks.keys), counts: picked(stacks.counts) };
  const ids = pickedIn(order.ids, positions === null ? sorted : picked(positions));
  return { ids, stacks: shown, groups: groupsOf(group, picked(keys), shown) };
}

/** For each position of an order, the key of its group. Keys stay the same while the connection is open. */
function groupKeys(connection: Connection, group: PictureGroup, order: PictureOrder): Int32Array {
  return group === 'day' ? ofDays(order.times) : keysOfGroup(connection, group, order);
}

/** The same for groups that do not depend on the time. */
export function keysOfGroup(connection: Connection, group: Exclude<PictureGroup, 'day'>, order: Pick<PictureOrder, 'ids' | 'tasks'>): Int32Array {
  return group === 'batch' ? batchKeys(connection, group, order, false) : textKeys(connection, group, order);
}

function ofDays(times: Int32Array): Int32Array {
  const { starts, keys } = daysOf(times);
  const all = new Int32Array(times.length);
  for (let day = 0; day < keys.length; day += 1) all.fill(keys[day] ?? 0, starts[day], starts[day + 1]);
  return all;
}

/** The other pictures of an open stack follow its top into its group. */
function followTops(keys: Int32Array, stacks: StackRows): void {
  for (let row = 1; row < keys.length; row += 1) {
    if (stacks.counts[row] === 0 && stacks.keys[row] !== noKey) keys[row] = keys[row - 1] ?? noGroup;
  }
}

/** Numbers the groups in the order in which they first occur in `among`. The group of pictures without a key comes last. */
function numbered(keys: Int32Array, among: Int32Array): Uint32Array {
  let highest = 0;
  for (let at = 0; at < among.length; at += 1) {
    const key = among[at] ?? noGroup;
    if (key > highest) highest = key;
  }
  const numbers = new Int32Array(highest + 1).fill(-1);
  let next = 0;
  for (let at = 0; at < among.length; at += 1) {
    const key = among[at] ?? noGroup;
    if (key !== noGroup && numbers[key] === -1) {
      numbers[key] = next;
      next += 1;
    }
  }
  const groupOf = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? noGroup;
    groupOf[at] = key === noGroup ? next : (numbers[key] ?? next);
  }
  return groupOf;
}

/** @param rows the keys of the rows, with those of a group together */
export function groupsOf(by: PictureGroup, rows: Int32Array, stacks?: StackRows): Groups {
  const [starts, keys, pictures] = [createColumn(0), createColumn(0), createColumn(0)];
  let count = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (row === 0 || rows[row] !== rows[row - 1]) {
      if (row > 0) pictures.push(count);
      count = 0;
      starts.push(row);
      keys.push(rows[row] ?? noGroup);
    }
    // An open stack is counted at its top.
    count += stacks && stacks.keys[row] !== noKey ? Math.abs(stacks.counts[row] ?? 0) : 1;
  }
  if (rows.length > 0) pictures.push(count);
  return { by, starts: starts.take(), keys: keys.take(), ...(stacks && { pictures: pictures.take() }) };
}
