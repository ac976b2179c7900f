import type { ImageId } from '../../../../shared/task.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { picked } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { bitsOf, type Bits, type RowSpan } from '../search/bit-set.ts';
import { keysOf, positionsInOrder } from '../arranged/radix-order.ts';
import { distance, farthest } from './distance.ts';
import { readHashes } from './picture-hashes.ts';

/** The most pictures that a search for similar ones finds. */
const mostSimilar = 500;

/** Numbers change when the history is rebuilt, so searches name a picture by its task and its position there. A person may write its number. */
function picturesNamed({ sql }: Connection, names: readonly string[]): readonly ImageId[] {
  return names.flatMap((name) => {
    const [task = '', position] = name.split('/');
    if (position === undefined) return [Number(name)];
    const row = sql('SELECT images.id FROM tasks JOIN images ON images.task = tasks.id AND position = ? WHERE uuid = ?').get(Number(position), task);
    return row === undefined ? [] : [Number(row['id'])];
  });
}

/** For each picture, a whole number that is higher if it looks more like one of the subjects. -1: it cannot be compared yet. */
export function similarities(connection: Connection, ids: Int32Array, subjects: readonly string[]): Float64Array {
  const hashes = readHashes(connection);
  const known = picturesNamed(connection, subjects).filter((subject) => hashes.isKnown[subject] === 1);
  const values = new Float64Array(ids.length).fill(-1);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    if (hashes.isKnown[id] === 1) for (const subject of known) values[at] = Math.max(values[at] ?? -1, farthest - distance(hashes, id, subject));
  }
  return values;
}

/** The pictures of an order that look most like one of the subjects, in the same order. */
export function similarPictures(connection: Connection, order: PictureOrder, subjects: readonly string[]): PictureOrder {
  const values = similarities(connection, order.ids, subjects);
  const best = positionsInOrder(keysOf(values.length, (position) => farthest - (values[position] ?? -1)));
  const most = best.subarray(0, mostSimilar).filter((position) => (values[position] ?? -1) >= 0);
  return picked({ ids: order.ids, tasks: order.tasks, times: order.times }, most.sort());
}

/** The pictures that look most like one of the subjects, in the whole library. For searches that negate the filter or combine it with others by `or`. */
export function similarRows(connection: Connection, subjects: readonly string[], span: RowSpan): Bits {
  const ids = new Int32Array(keysOf(span.last - span.after, (at) => span.after + 1 + at));
  return bitsOf(similarPictures(connection, { ids, tasks: ids, times: ids }, subjects).ids, span);
}
