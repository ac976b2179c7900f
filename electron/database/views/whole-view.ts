import { joinedIds } from '../../core/util/joined-ids.ts';
import { createColumn } from './number-list.ts';

/** The pictures or tasks of a view, in its order. */
export interface WholeView {
  /** Row numbers. */
  readonly ids: Int32Array;
  /** The time that orders each picture, in seconds since the epoch. Empty for tasks. */
  readonly times: Int32Array;
}

/** A view that begins with the rows of the first answer, although others may match by now. */
export function continued(first: WholeView, all: WholeView): WholeView {
  if (first.ids.every((row, at) => row === all.ids[at])) return all;
  let last = -1;
  for (let at = first.ids.length - 1; at >= 0 && last < 0; at -= 1) last = all.ids.indexOf(first.ids[at] ?? 0);
  const known = new Set(first.ids);
  const places = createColumn(all.ids.length);
  for (let at = last + 1; at < all.ids.length; at += 1) if (!known.has(all.ids[at] ?? 0)) places.push(at);
  const rest = places.take();
  const followed = (front: Int32Array, column: Int32Array): Int32Array => (front.length === 0 ? front : joinedIds([front, rest.map((place) => column[place] ?? 0)]));
  return { ids: followed(first.ids, all.ids), times: followed(first.times, all.times) };
}
