import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn } from '../number-list.ts';
import { orderedBy } from '../orders/picture-orders.ts';
import { keysOf, loopSlice } from '../arranged/radix-order.ts';
import { createBits, type Bits, type RowSpan } from '../search/bit-set.ts';
import { nearCopies } from './near-copies.ts';
import { similarPictures } from './similar-pictures.ts';

const rowsPerStep = 500;

/** The pictures that look most like one of the subjects, in the whole library. For searches that negate the filter or combine it with others by `or`. */
export function* similarRows(connection: Connection, subjects: readonly string[], span: RowSpan): Generator<void, Bits> {
  const ids = new Int32Array(yield* keysOf(span.last - span.after, (at) => span.after + 1 + at));
  const found = yield* similarPictures(connection, { ids, tasks: ids, times: ids }, subjects);
  const bits = createBits(span);
  for (const id of found.ids) bits.add(id);
  return bits;
}

/** The pictures of the library that have a near copy in the library. */
export function* duplicateRows(connection: Connection, span: RowSpan): Generator<void, Bits> {
  const sets = yield* nearCopies(connection);
  const members = yield* inLibrary(connection, yield* ofSeveral(sets, new Int32Array(yield* keysOf(sets.length, (id) => id))));
  const bits = createBits(span);
  for (const id of yield* ofSeveral(sets, members)) bits.add(id);
  return bits;
}

/** The given pictures whose set contains at least two of them. */
function* ofSeveral(sets: Int32Array, ids: Int32Array): Generator<void, Int32Array> {
  const counts = new Int32Array(sets.length);
  for (let at = 0; at < ids.length; at += 1) {
    const set = sets[ids[at] ?? 0] ?? 0;
    counts[set] = (counts[set] ?? 0) + 1;
    if (at % loopSlice === 0) yield;
  }
  return ids.filter((id) => (sets[id] ?? 0) > 0 && (counts[sets[id] ?? 0] ?? 0) > 1);
}

function* inLibrary({ sql }: Connection, ids: Int32Array): Generator<void, Int32Array> {
  const found = createColumn(0);
  const statement = sql(`SELECT group_concat(images.id) AS ids FROM json_each(?) CROSS JOIN images ON images.id = json_each.value WHERE ${orderedBy.library.where}`);
  for (let at = 0; at < ids.length; at += rowsPerStep) {
    for (const id of numbersIn(statement.get(`[${ids.subarray(at, at + rowsPerStep).join(',')}]`)?.['ids'])) found.push(id);
    yield;
  }
  return found.take();
}
