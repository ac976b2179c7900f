import type { Splice } from '../../../shared/library/view.ts';
import { createColumn } from './number-list.ts';

/** More splices than this are merged with their neighbours, so that the message stays small. */
const mostSplices = 200;

/**
 * What turns one list of row numbers into another. No row is twice in a list. Takes linear time: of two rows that changed places, the one that
 * moved further counts as moved.
 */
export function splicesBetween(before: Int32Array, after: Int32Array): readonly Splice[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let [oldEnd, nowEnd] = [before.length, after.length];
  while (oldEnd > start && nowEnd > start && before[oldEnd - 1] === after[nowEnd - 1]) {
    oldEnd -= 1;
    nowEnd -= 1;
  }
  const found = changes(before.subarray(start, oldEnd), after.subarray(start, nowEnd));
  return merged(found).map(({ at, ...splice }) => ({ at: at + start, ...splice }));
}

/** Splices as columns, because a list that changed everywhere has very many. */
interface Changes {
  readonly at: Int32Array;
  readonly removed: Int32Array;
  readonly inserted: Int32Array;
}

function changes(before: Int32Array, after: Int32Array): Changes {
  const [at, removed, inserted] = [createColumn(0), createColumn(0), createColumn(0)];
  const positionBefore = positionsIn(before);
  const positionAfter = positionsIn(after);
  const [movedAway, movedHere] = [new Uint8Array(before.length), new Uint8Array(after.length)];
  let [old, now] = [0, 0];
  while (old < before.length || now < after.length) {
    const [oldFrom, nowFrom] = [old, now];
    for (;;) {
      while (old < before.length && (movedAway[old] === 1 || positionAfter(before[old] ?? 0) < 0)) old += 1;
      while (now < after.length && (movedHere[now] === 1 || positionBefore(after[now] ?? 0) < 0)) now += 1;
      if (old === before.length || now === after.length || before[old] === after[now]) break;
      const [from, to] = [positionBefore(after[now] ?? 0), positionAfter(before[old] ?? 0)];
      if (from - old >= to - now) {
        movedAway[from] = 1;
        now += 1;
      } else {
        movedHere[to] = 1;
        old += 1;
      }
    }
    if (old > oldFrom || now > nowFrom) {
      at.push(oldFrom);
      removed.push(old - oldFrom);
      inserted.push(now - nowFrom);
    }
    while (old < before.length && now < after.length && before[old] === after[now]) {
      old += 1;
      now += 1;
    }
  }
  return { at: at.take(), removed: removed.take(), inserted: inserted.take() };
}

/** If row numbers are further apart than this on average, an array of their positions would be mostly empty. */
const sparse = 8;

/** Returns the position of a row in the list; -1 if it is not there. */
function positionsIn(rows: Int32Array): (row: number) => number {
  let [least, most] = [rows[0] ?? 0, rows[0] ?? 0];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (row < least) least = row;
    if (row > most) most = row;
  }
  if (most - least > rows.length * sparse) {
    const positions = new Map<number, number>();
    for (let at = 0; at < rows.length; at += 1) positions.set(rows[at] ?? 0, at);
    return (row) => positions.get(row) ?? -1;
  }
  // An array is many times as fast as a map.
  const positions = new Int32Array(most - least + 1).fill(-1);
  for (let at = 0; at < rows.length; at += 1) positions[(rows[at] ?? 0) - least] = at;
  return (row) => (row < least || row > most ? -1 : (positions[row - least] ?? -1));
}

/** Merges splices with few rows between them first. */
function merged({ at, removed, inserted }: Changes): readonly Splice[] {
  const end = (splice: number): number => (at[splice] ?? 0) + (removed[splice] ?? 0);
  const gaps = at.map((first, splice) => (splice === 0 ? 0 : first - end(splice - 1))).subarray(1).sort();
  const widest = gaps[gaps.length - mostSplices] ?? 0;
  let ofWidest = at.length - mostSplices - gaps.indexOf(widest);
  const splices: Splice[] = [];
  for (let next = 0; next < at.length; next += 1) {
    const splice = { at: at[next] ?? 0, removed: removed[next] ?? 0, inserted: inserted[next] ?? 0 };
    const last = splices.at(-1);
    const gap = last === undefined ? 0 : splice.at - last.at - last.removed;
    if (last !== undefined && (gap < widest || (gap === widest && ofWidest > 0))) {
      if (gap === widest) ofWidest -= 1;
      splices[splices.length - 1] = { at: last.at, removed: last.removed + gap + splice.removed, inserted: last.inserted + gap + splice.inserted };
    } else {
      splices.push(splice);
    }
  }
  return splices;
}
