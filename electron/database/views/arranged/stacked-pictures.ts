import type { OpenStacks, PictureStack } from '../../../../shared/library/arrangement.ts';
import type { ImageId } from '../../../../shared/task.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { noKey, stackKeys } from './stack-membership.ts';
import { lookedUp, noValue, scores } from './sort-values.ts';

/** The stack of each visible row. */
export interface StackRows {
  /** `noKey`: the picture is in no stack. */
  readonly keys: Int32Array;
  /** At the top of a stack, the number of its pictures, negative if the stack is open. 0: not the top of a stack. */
  readonly counts: Int32Array;
}

/** The pictures in closed stacks that are not on top. */
export interface HiddenPictures {
  readonly ids: Int32Array;
  /** The stack of each. */
  readonly keys: Int32Array;
}

export interface StackedPictures {
  readonly ids: Int32Array;
  /** The position of each row in the order by time. */
  readonly positions: Int32Array;
  readonly stacks: StackRows;
  readonly hidden: HiddenPictures;
}

/**
 * Shows each stack as one row, its best picture, at the position of its first picture. In an open stack, the other pictures follow.
 * @param order by time, newest first
 * @param sorted its positions in the order that is shown; null: the same
 */
export function stackedPictures(connection: Connection, order: PictureOrder, sorted: Int32Array | null, kind: PictureStack, opened: OpenStacks): StackedPictures {
  const keys = stackKeys(connection, kind, order);
  const { next, isLater } = linked(keys, sorted);
  const score = scores(connection, order);
  const except = switchedStacks(connection, kind, opened.except);
  const rows = { ids: createColumn(next.length), positions: createColumn(next.length), keys: createColumn(next.length), counts: createColumn(next.length) };
  const hidden = { ids: createColumn(0), keys: createColumn(0) };
  const push = (position: number, key: number, count: number): void => {
    rows.ids.push(order.ids[position] ?? 0);
    rows.positions.push(position);
    rows.keys.push(key);
    rows.counts.push(count);
  };
  for (let row = 0; row < next.length; row += 1) {
    if (row % rowsPerPause === 0) connection.pause();
    if (isLater[row] === 1) continue;
    const first = positionAt(row, sorted);
    if (next[row] === 0) {
      push(first, noKey, 0);
      continue;
    }
    const members = [first];
    for (let later = next[row] ?? 0; later > 0; later = next[later] ?? 0) members.push(positionAt(later, sorted));
    // Among equals, the newest wins: it comes first in the order by time.
    const best = members.reduce((one, other) => (((score[other] ?? 0) - (score[one] ?? 0) || one - other) > 0 ? other : one));
    const count = members.length;
    const key = keys[best] ?? noKey;
    const isOpen = opened.all !== except.has(key);
    push(best, key, isOpen ? -count : count);
    for (const position of members) {
      if (position === best) continue;
      if (isOpen) {
        push(position, key, 0);
      } else {
        hidden.ids.push(order.ids[position] ?? 0);
        hidden.keys.push(key);
      }
    }
  }
  return { ids: rows.ids.take(), positions: rows.positions.take(), stacks: { keys: rows.keys.take(), counts: rows.counts.take() }, hidden: { ids: hidden.ids.take(), keys: hidden.keys.take() } };
}

/** The keys of the stacks that were opened or closed one by one. */
function switchedStacks(connection: Connection, kind: PictureStack, pictures: readonly ImageId[]): ReadonlySet<number> {
  const tasksOf = lookedUp(connection, 'images.task', Int32Array.from(pictures));
  const there = pictures.flatMap((id, at) => (tasksOf[at] === noValue ? [] : [{ id, task: tasksOf[at] ?? 0 }]));
  const keys = stackKeys(connection, kind, { ids: Int32Array.from(there, ({ id }) => id), tasks: Int32Array.from(there, ({ task }) => task) });
  const switched = new Set<number>();
  for (const key of keys) if (!switched.delete(key)) switched.add(key);
  return switched;
}

/** Rows between two pauses, a few milliseconds. */
const rowsPerPause = 100_000;

const positionAt = (row: number, sorted: Int32Array | null): number => (sorted === null ? row : (sorted[row] ?? 0));

/** For each row, the next row of the same stack, or 0, and whether another row of its stack comes before it. */
function linked(keys: Int32Array, sorted: Int32Array | null): { readonly next: Int32Array; readonly isLater: Uint8Array } {
  let highest = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? noKey;
    if (key > highest) highest = key;
  }
  const lastOf = new Int32Array(highest + 1).fill(-1);
  const rows = sorted?.length ?? keys.length;
  const [next, isLater] = [new Int32Array(rows), new Uint8Array(rows)];
  for (let row = 0; row < rows; row += 1) {
    const key = keys[positionAt(row, sorted)] ?? noKey;
    if (key === noKey) continue;
    const last = lastOf[key] ?? -1;
    if (last >= 0) {
      next[last] = row;
      isLater[row] = 1;
    }
    lastOf[key] = row;
  }
  return { next, isLater };
}
