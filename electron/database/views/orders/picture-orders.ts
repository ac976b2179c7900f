import type { Place as SearchedPlace } from '../../../../shared/search/place.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { createColumn, numbersIn, parseNumbers, type Column } from '../number-list.ts';
import { createBits, spanOf } from '../search/bit-set.ts';
import { createStride, inSlices } from '../time-slices.ts';

/** The pictures of a place, newest first: 12 bytes a picture. */
export interface PictureOrder {
  readonly ids: Int32Array;
  /** Row numbers of their tasks. */
  readonly tasks: Int32Array;
  /** Seconds since the epoch: when each picture was saved or, in the order of the trash, put there. */
  readonly times: Int32Array;
}

/** The places that have an index in their order. `mixedOrder` merges the two. */
type Place = Exclude<SearchedPlace, 'anywhere'>;

export interface PictureOrders {
  /** The current order of a place. It is cached: if only newer pictures were added since, only those are read. */
  now(place: Place): Promise<PictureOrder>;
  /** The cached order of a place, if nothing has changed since it was read. */
  cached(place: Place): PictureOrder | null;
}

/** The pictures of a place, and the time that orders them. */
export const orderedBy = {
  library: { where: `status = 'kept' AND trashed_at IS NULL`, time: 'saved_at' },
  trash: { where: 'trashed_at IS NOT NULL', time: 'trashed_at' },
  anywhere: { where: `status = 'kept'`, time: 'saved_at' },
} as const satisfies Readonly<Record<SearchedPlace, unknown>>;

const indexes = { library: 'images_spine', trash: 'images_trash' } as const satisfies Readonly<Record<Place, string>>;

interface Counts {
  readonly pictures: number;
  readonly gone: number;
}

interface Held {
  readonly order: PictureOrder;
  readonly gone: number;
  /** An update reads everything that comes before this picture again. */
  readonly from: Key;
  /** How many pictures of the order come before that picture. */
  readonly before: number;
}

interface Key {
  readonly at: number;
  readonly id: number;
}

const beginning: Key = { at: 0, id: 0 };

/** An update reads this many of the newest pictures again, because a late picture of a task is placed after the task's earlier pictures. */
const rereadCount = 256;
/** If more pictures than this were trashed, the whole order is read again. */
const mostTrashed = 10_000;
const never = (): boolean => false;

export function createPictureOrders(connection: Connection): PictureOrders {
  const held = new Map<Place, Held>();
  const reading = new Map<Place, Promise<PictureOrder>>();

  const countsOf = (place: Place): Counts => {
    const row = connection.sql('SELECT pictures, gone FROM picture_counts WHERE place = ?').get(place);
    return { pictures: Number(row?.['pictures'] ?? 0), gone: Number(row?.['gone'] ?? 0) };
  };

  const cached = (place: Place): PictureOrder | null => {
    const known = held.get(place);
    const { pictures, gone } = countsOf(place);
    return known?.gone === gone && known.order.ids.length === pictures ? known.order : null;
  };

  const read = async (place: Place): Promise<PictureOrder> => {
    const unchanged = cached(place);
    if (unchanged !== null) return unchanged;
    const { pictures, gone } = countsOf(place);
    const before = held.get(place);
    const known = before?.gone === gone ? before : before && place === 'library' ? withoutTrashed(before, gone) : null;
    if (known) {
      const newer = await newerThan(connection, place, known.from, pictures - known.order.ids.length + known.before);
      const order = joined(newer, from(known.order, known.before));
      // A different length means that pictures were also added among the older ones.
      if (order.ids.length === pictures) return hold(place, order, gone);
    }
    return hold(place, await newerThan(connection, place, beginning, pictures), gone);
  };

  /** Removes pictures that were moved to the trash. Null if others left the library too, or if there are too many. */
  const withoutTrashed = (known: Held, gone: number): Held | null => {
    const count = gone - known.gone;
    if (count > mostTrashed) return null;
    const trashed = numbersIn(
      connection.sql('SELECT group_concat(id) AS ids FROM (SELECT id FROM images INDEXED BY images_trash WHERE trashed_at IS NOT NULL ORDER BY trashed_at DESC, id DESC LIMIT ?)').get(count)?.['ids'],
    );
    const order = without(known.order, trashed);
    // They are all that left only if every one of them was in the order, and none was trashed while they were read.
    if (order.ids.length + count !== known.order.ids.length || countsOf('library').gone !== gone) return null;
    const ahead = known.order.ids.subarray(0, known.before).filter((id) => trashed.includes(id));
    return { ...known, order, gone, before: known.before - ahead.length };
  };

  const hold = (place: Place, order: PictureOrder, gone: number): PictureOrder => {
    const id = order.ids[rereadCount];
    const row = id === undefined ? undefined : connection.sql(`SELECT ${orderedBy[place].time} AS at FROM images WHERE id = ? AND ${orderedBy[place].where}`).get(id);
    const key = id === undefined || row === undefined ? null : { at: Number(row['at']), id };
    held.set(place, key === null ? { order, gone, from: beginning, before: order.ids.length } : { order, gone, from: key, before: rereadCount });
    return order;
  };

  return {
    cached,
    now(place) {
      let running = reading.get(place);
      if (running === undefined) {
        running = read(place).finally(() => reading.delete(place));
        reading.set(place, running);
      }
      return running;
    },
  };
}

/** Reads in slices. Each starts where the previous one ended, so that commits in between do not shift the rows. */
async function newerThan(connection: Connection, place: Place, than: Key, expected: number): Promise<PictureOrder> {
  const read = await inSlices(readSlices(connection, place, than, expected), never);
  return read ?? { ids: new Int32Array(), tasks: new Int32Array(), times: new Int32Array() };
}

function* readSlices({ sql }: Connection, place: Place, than: Key, expected: number): Generator<void, PictureOrder> {
  const { where, time } = orderedBy[place];
  const index = indexes[place];
  const newestRow = sql(`SELECT ${time} AS at, id FROM images INDEXED BY ${index} WHERE ${where} AND (${time}, id) > (?, ?) ORDER BY ${time} DESC, id DESC LIMIT 1`).get(than.at, than.id);
  const newest = newestRow === undefined ? null : { at: Number(newestRow['at']), id: Number(newestRow['id']) };
  const columns = { ids: createColumn(expected), tasks: createColumn(expected), times: createColumn(expected) };
  const statement = sql(
    `SELECT group_concat(id) AS ids, group_concat(task) AS tasks, group_concat(at / 1000) AS times, count(*) AS n, min(at) AS last_at FROM
      (SELECT id, task, ${time} AS at FROM images INDEXED BY ${index}
        WHERE ${where} AND (${time}, id) > (?, ?) AND (${time}, id) <= (?, ?) ORDER BY ${time} DESC, id DESC LIMIT ?)`,
  );
  const stride = createStride();
  let last = newest;
  while (last !== null) {
    const { at, id } = last;
    last = stride((rows) => {
      const row = statement.get(than.at, than.id, at, id, rows);
      parseNumbers(row?.['ids'], columns.ids.push);
      parseNumbers(row?.['tasks'], columns.tasks.push);
      parseNumbers(row?.['times'], columns.times.push);
      return Number(row?.['n']) < rows ? null : { at: Number(row?.['last_at']), id: columns.ids.last() - 1 };
    });
    yield;
  }
  return taken(columns);
}

function taken(columns: { readonly ids: Column; readonly tasks: Column; readonly times: Column }): PictureOrder {
  return { ids: columns.ids.take(), tasks: columns.tasks.take(), times: columns.times.take() };
}

function from({ ids, tasks, times }: PictureOrder, first: number): PictureOrder {
  return { ids: ids.subarray(first), tasks: tasks.subarray(first), times: times.subarray(first) };
}

/** Looks at every picture of the order once. */
function without({ ids, tasks, times }: PictureOrder, removed: Int32Array): PictureOrder {
  const gone = createBits(spanOf(removed));
  for (const id of removed) gone.add(id);
  const left = { ids: new Int32Array(ids.length), tasks: new Int32Array(ids.length), times: new Int32Array(ids.length) };
  let length = 0;
  for (let at = 0; at < ids.length; at += 1) {
    if (gone.has(ids[at] ?? 0)) continue;
    left.ids[length] = ids[at] ?? 0;
    left.tasks[length] = tasks[at] ?? 0;
    left.times[length] = times[at] ?? 0;
    length += 1;
  }
  return { ids: left.ids.slice(0, length), tasks: left.tasks.slice(0, length), times: left.times.slice(0, length) };
}

function joined(newer: PictureOrder, older: PictureOrder): PictureOrder {
  const join = (front: Int32Array, back: Int32Array): Int32Array => {
    const both = new Int32Array(front.length + back.length);
    both.set(front);
    both.set(back, front.length);
    return both;
  };
  return { ids: join(newer.ids, older.ids), tasks: join(newer.tasks, older.tasks), times: join(newer.times, older.times) };
}
