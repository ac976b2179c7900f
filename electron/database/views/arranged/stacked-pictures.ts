import type { OpenStacks, PictureStack } from '../../../../shared/library/arrangement.ts';
import type { ImageId } from '../../../../shared/task.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { noKey, pictureKeys } from './picture-keys.ts';
import { lookedUp, noValue, scores } from './picture-values.ts';
import { loopSlice, pickedIn, placesInOrder } from './radix-order.ts';

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
  /** The place of each row in the order by time. */
  readonly places: Int32Array;
  readonly stacks: StackRows;
  readonly hidden: HiddenPictures;
}

/**
 * Shows each stack as one row, its best picture, at the position of its first picture. In an open stack, the other pictures follow.
 * @param order by time, newest first
 * @param sorted its places in the order that is shown; null: the same
 */
export function* stackedPictures(connection: Connection, order: PictureOrder, sorted: Int32Array | null, kind: PictureStack, opened: OpenStacks): Generator<void, StackedPictures> {
  const keys = yield* pictureKeys(connection, kind, order);
  const inStacks = yield* placesInOrder(yield* numbered(sorted === null ? keys : yield* pickedIn(keys, sorted)));
  const places = sorted === null ? inStacks : yield* pickedIn(sorted, inStacks);
  const score = yield* scores(connection, order);
  const except = yield* switchedStacks(connection, kind, opened.except);
  const rows = { ids: createColumn(places.length), places: createColumn(places.length), keys: createColumn(places.length), counts: createColumn(places.length) };
  const hidden = { ids: createColumn(0), keys: createColumn(0) };
  const push = (place: number, key: number, count: number): void => {
    rows.ids.push(order.ids[place] ?? 0);
    rows.places.push(place);
    rows.keys.push(key);
    rows.counts.push(count);
  };
  for (let from = 0, since = 0; from < places.length; ) {
    const first = places[from] ?? 0;
    const key = keys[first] ?? noKey;
    let [best, end] = [first, from + 1];
    for (; key !== noKey && end < places.length && keys[places[end] ?? 0] === key; end += 1) {
      const place = places[end] ?? 0;
      // Among equals, the newest wins: it comes first in the order by time.
      const better = (score[place] ?? 0) - (score[best] ?? 0) || best - place;
      if (better > 0) best = place;
    }
    const count = end - from;
    const isOpen = count > 1 && opened.all !== except.has(key);
    push(best, count > 1 ? key : noKey, count === 1 ? 0 : isOpen ? -count : count);
    for (let at = from; at < end; at += 1) {
      const place = places[at] ?? 0;
      if (place === best) continue;
      if (isOpen) {
        push(place, key, 0);
      } else {
        hidden.ids.push(order.ids[place] ?? 0);
        hidden.keys.push(key);
      }
    }
    from = end;
    if (from - since >= loopSlice) {
      since = from;
      yield;
    }
  }
  return { ids: rows.ids.take(), places: rows.places.take(), stacks: { keys: rows.keys.take(), counts: rows.counts.take() }, hidden: { ids: hidden.ids.take(), keys: hidden.keys.take() } };
}

/** The keys of the stacks that were opened or closed one by one. */
function* switchedStacks(connection: Connection, kind: PictureStack, pictures: readonly ImageId[]): Generator<void, ReadonlySet<number>> {
  const tasksOf = yield* lookedUp(connection, 'images.task', Int32Array.from(pictures));
  const there = pictures.flatMap((id, at) => (tasksOf[at] === noValue ? [] : [{ id, task: tasksOf[at] ?? 0 }]));
  const keys = yield* pictureKeys(connection, kind, { ids: Int32Array.from(there, ({ id }) => id), tasks: Int32Array.from(there, ({ task }) => task) });
  const switched = new Set<number>();
  for (const key of keys) if (!switched.delete(key)) switched.add(key);
  return switched;
}

/** Numbers the stacks in the order of their first pictures. A picture without a key is a stack of its own. */
function* numbered(keys: Int32Array): Generator<void, Uint32Array> {
  let highest = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? noKey;
    if (key > highest) highest = key;
    if (at % loopSlice === 0) yield;
  }
  const numbers = new Int32Array(highest + 1).fill(-1);
  const stackOf = new Uint32Array(keys.length);
  let next = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? noKey;
    let number = key === noKey ? -1 : (numbers[key] ?? -1);
    if (number < 0) {
      number = next;
      next += 1;
      if (key !== noKey) numbers[key] = number;
    }
    stackOf[at] = number;
    if (at % loopSlice === 0) yield;
  }
  return stackOf;
}
