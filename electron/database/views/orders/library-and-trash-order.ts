import { idLists } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { firstBefore } from './months.ts';
import { joined, orderedBy, partOf, withoutPictures, type PictureOrder } from './picture-orders.ts';

/** A picture in the trash, and its former place in the library. */
interface TrashedPicture {
  readonly id: number;
  readonly task: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** The library's picture that follows it, or 0. */
  readonly next: number;
}

/**
 * Library and trash in one order by the time of saving, so that trashed pictures keep their former places. No index has both. The trash is
 * usually small, so its pictures are looked up and put between the library's.
 */
export function libraryAndTrashOrder(connection: Connection, both: PictureOrder, trash: PictureOrder): PictureOrder {
  const trashed = readTrashed(connection, trash.ids);
  if (trashed.length === 0) return both;
  // A picture that was trashed after the library was read is in both orders.
  const library = withoutPictures(both, trash.ids);
  const parts: PictureOrder[] = [];
  let at = 0;
  for (const { id, task, savedAt, next } of trashed) {
    const second = Math.floor(savedAt / 1000);
    // The library's order has whole seconds. Within one, the place is before the picture that follows.
    let end = firstBefore(second + 1, at, library.times);
    while (library.times[end] === second && library.ids[end] !== next) end += 1;
    parts.push(partOf(library, at, end), { ids: Int32Array.of(id), tasks: Int32Array.of(task), times: Int32Array.of(second) });
    at = end;
  }
  return joined([...parts, partOf(library, at)]);
}

/** Latest saved first. */
function readTrashed({ sql }: Connection, trash: Int32Array): readonly TrashedPicture[] {
  const statement = sql(
    `SELECT images.id, images.task, images.saved_at, ifnull((SELECT id FROM images AS older INDEXED BY images_library
        WHERE ${orderedBy.library.where} AND (saved_at, id) < (images.saved_at, images.id) ORDER BY saved_at DESC, id DESC LIMIT 1), 0) AS next
      FROM json_each(?) CROSS JOIN images ON images.id = json_each.value WHERE images.trashed_at IS NOT NULL`,
  );
  const found: TrashedPicture[] = [];
  for (const some of idLists(trash)) {
    for (const { id, task, saved_at, next } of statement.all(some)) {
      found.push({ id: Number(id), task: Number(task), savedAt: Number(saved_at), next: Number(next) });
    }
  }
  return found.sort((a, b) => b.savedAt - a.savedAt || b.id - a.id);
}
