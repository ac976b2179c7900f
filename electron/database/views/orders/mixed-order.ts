import type { Connection } from '../../sqlite/statements.ts';
import { createBits, type RowSpan } from '../search/bit-set.ts';
import { firstBefore } from './months.ts';
import { orderedBy, type PictureOrder } from './picture-orders.ts';

/** A picture in the trash, and its former place in the library. */
interface TrashedPicture {
  readonly id: number;
  readonly task: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** The library's picture that follows it, or 0. */
  readonly next: number;
}

const rowsPerStep = 1000;

/**
 * Library and trash in one order by the time of saving, so that trashed pictures keep their former places. No index has both. The trash is
 * usually small, so its pictures are looked up and merged into the library's order. `span` covers all pictures.
 */
export function* mixedOrder(connection: Connection, library: PictureOrder, trash: PictureOrder, span: RowSpan): Generator<void, PictureOrder> {
  const trashed = yield* readTrashed(connection, trash.ids);
  if (trashed.length === 0) return library;
  const order = emptyOrder(library.ids.length + trashed.length);
  // A picture that was trashed after the library was read is in both orders.
  const inTrash = createBits(span);
  for (const { id } of trashed) inTrash.add(id);
  let [at, length] = [0, 0];
  const copyUpTo = (end: number): void => {
    for (const column of columns) order[column].set(library[column].subarray(at, end), length);
    length += end - at;
    at = end;
  };
  for (const [step, { id, task, savedAt, next }] of trashed.entries()) {
    const second = Math.floor(savedAt / 1000);
    // The library's order has whole seconds. Within one, copy up to the picture that follows.
    copyUpTo(firstBefore(second + 1, at, library.times));
    while (library.times[at] === second && library.ids[at] !== next) {
      if (inTrash.has(library.ids[at] ?? 0)) at += 1;
      else copyUpTo(at + 1);
    }
    order.ids[length] = id;
    order.tasks[length] = task;
    order.times[length] = second;
    length += 1;
    if (step % rowsPerStep === 0) yield;
  }
  copyUpTo(library.ids.length);
  return { ids: order.ids.subarray(0, length), tasks: order.tasks.subarray(0, length), times: order.times.subarray(0, length) };
}

const columns = ['ids', 'tasks', 'times'] as const;

function emptyOrder(length: number): PictureOrder {
  return { ids: new Int32Array(length), tasks: new Int32Array(length), times: new Int32Array(length) };
}

/** Latest saved first. */
function* readTrashed({ sql }: Connection, trash: Int32Array): Generator<void, readonly TrashedPicture[]> {
  const statement = sql(
    `SELECT images.id, images.task, images.saved_at, ifnull((SELECT id FROM images AS older INDEXED BY images_spine
        WHERE ${orderedBy.library.where} AND (saved_at, id) < (images.saved_at, images.id) ORDER BY saved_at DESC, id DESC LIMIT 1), 0) AS next
      FROM json_each(?) CROSS JOIN images ON images.id = json_each.value WHERE images.trashed_at IS NOT NULL`,
  );
  const found: TrashedPicture[] = [];
  for (let at = 0; at < trash.length; at += rowsPerStep) {
    for (const { id, task, saved_at, next } of statement.all(`[${trash.subarray(at, at + rowsPerStep).join(',')}]`)) {
      found.push({ id: Number(id), task: Number(task), savedAt: Number(saved_at), next: Number(next) });
    }
    yield;
  }
  return found.sort((a, b) => b.savedAt - a.savedAt || b.id - a.id);
}
