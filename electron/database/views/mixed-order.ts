import type { Connection } from '../statements.ts';
import { createBits } from './bits.ts';
import { createColumn, parseNumbers } from './number-list.ts';
import type { PictureOrder } from './orders.ts';
import { inLibrary } from './picture-columns.ts';
import { createStride } from './turns.ts';

/** A picture of the trash, and where it stood in the library. */
interface ThrownAway {
  readonly id: number;
  readonly task: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** The picture of the library that follows it; 0: none does. */
  readonly next: number;
}

const rowsPerStep = 10_000;

/**
 * Library and trash in one order, by the time of saving: what was thrown away stands where it stood before. No index has both, but the trash is
 * small as a rule: its pictures are looked up and merged into the order of the library. `last`: the greatest row number of a picture.
 */
export function* mixedOrder(connection: Connection, library: PictureOrder, trash: PictureOrder, last: number): Generator<void, PictureOrder> {
  const thrownAway = yield* readThrownAway(connection, trash.ids);
  if (thrownAway.length === 0) return library;
  const length = library.ids.length + thrownAway.length;
  const [ids, tasks, times] = [createColumn(length), createColumn(length), createColumn(length)];
  // One that was thrown away between the two readings is in both.
  const inTrash = createBits(last);
  for (const { id } of thrownAway) inTrash.add(id);
  let at = 0;
  const pass = (): void => {
    const id = library.ids[at] ?? 0;
    if (!inTrash.has(id)) {
      ids.push(id);
      tasks.push(library.tasks[at] ?? 0);
      times.push(library.times[at] ?? 0);
    }
    at += 1;
  };
  for (const { id, task, savedAt, next } of thrownAway) {
    const second = Math.floor(savedAt / 1000);
    // The library's order knows seconds: within one of them, up to the picture that follows.
    while (at < library.ids.length && ((library.times[at] ?? 0) > second || (library.times[at] === second && library.ids[at] !== next))) {
      pass();
      if (at % rowsPerStep === 0) yield;
    }
    ids.push(id);
    tasks.push(task);
    times.push(second);
  }
  while (at < library.ids.length) {
    pass();
    if (at % rowsPerStep === 0) yield;
  }
  return { ids: ids.take(), tasks: tasks.take(), times: times.take() };
}

/** Latest saved first. */
function* readThrownAway({ sql }: Connection, trash: Int32Array): Generator<void, readonly ThrownAway[]> {
  const statement = sql(
    `SELECT group_concat(id) AS ids, group_concat(task) AS tasks, group_concat(saved_at) AS saved, group_concat(next) AS nexts FROM
      (SELECT images.id, images.task, images.saved_at, ifnull((SELECT id FROM images AS older INDEXED BY images_spine
          WHERE ${inLibrary} AND (saved_at, id) < (images.saved_at, images.id) ORDER BY saved_at DESC, id DESC LIMIT 1), 0) AS next
        FROM json_each(?) CROSS JOIN images ON images.id = json_each.value WHERE images.trashed_at IS NOT NULL)`,
  );
  const found: ThrownAway[] = [];
  const stride = createStride();
  for (let at = 0; at < trash.length; ) {
    at = stride((rows) => {
      const row = statement.get(`[${trash.subarray(at, at + rows).join(',')}]`);
      const numbers = (column: string): readonly number[] => {
        const list: number[] = [];
        parseNumbers(row?.[column], (value) => void list.push(value));
        return list;
      };
      const [tasks, saved, nexts] = [numbers('tasks'), numbers('saved'), numbers('nexts')];
      for (const [place, id] of numbers('ids').entries()) found.push({ id, task: tasks[place] ?? 0, savedAt: saved[place] ?? 0, next: nexts[place] ?? 0 });
      return at + rows;
    });
    yield;
  }
  return found.sort((a, b) => b.savedAt - a.savedAt || b.id - a.id);
}
