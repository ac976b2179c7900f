import { idLists } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, parseNumbers } from '../number-list.ts';
import { orderedBy } from '../orders/picture-orders.ts';
import { keysOf } from '../arranged/radix-order.ts';
import { bitsOf, type Bits, type RowSpan } from '../search/bit-set.ts';
import { nearCopies } from './near-copies.ts';

/** The pictures of the library that have a near copy in the library. One whose only near copy is in the trash has none. */
export function duplicateRows(connection: Connection, span: RowSpan): Bits {
  const sets = nearCopies(connection);
  const members = inLibrary(connection, ofSeveral(sets, new Int32Array(keysOf(sets.length, (id) => id))));
  return bitsOf(ofSeveral(sets, members), span);
}

/** The given pictures whose set contains at least two of them. */
function ofSeveral(sets: Int32Array, ids: Int32Array): Int32Array {
  const counts = new Int32Array(sets.length);
  for (let at = 0; at < ids.length; at += 1) {
    const set = sets[ids[at] ?? 0] ?? 0;
    counts[set] = (counts[set] ?? 0) + 1;
  }
  return ids.filter((id) => (sets[id] ?? 0) > 0 && (counts[sets[id] ?? 0] ?? 0) > 1);
}

function inLibrary({ sql }: Connection, ids: Int32Array): Int32Array {
  const found = createColumn(0);
  const statement = sql(`SELECT group_concat(images.id) AS ids FROM json_each(?) CROSS JOIN images ON images.id = json_each.value WHERE ${orderedBy.library.where}`);
  for (const some of idLists(ids)) parseNumbers(statement.get(some)?.['ids'], found.push);
  return found.take();
}
