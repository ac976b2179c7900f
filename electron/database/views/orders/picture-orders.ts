import type { SearchScope } from '../../../../shared/search/search-scope.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { joinedIds } from '../../../core/util/joined-ids.ts';
import { createColumn, numbersIn, parseNumbers, picked, positionsWhere } from '../number-list.ts';
import { bitsOf } from '../search/bit-set.ts';
import { createStride } from '../stride.ts';

/** The pictures of a scope, newest first: 12 bytes a picture. */
export interface PictureOrder {
  readonly ids: Int32Array;
  /** Row numbers of their tasks. */
  readonly tasks: Int32Array;
  /** Seconds since the epoch: when each picture was saved or, in the order of the trash, put there. */
  readonly times: Int32Array;
}

/** The scopes that have an index in their order. `libraryAndTrashOrder` merges the two. */
type Scope = Exclude<SearchScope, 'anywhere'>;

export interface PictureOrders {
  /** The current order of a scope. It is cached: if only newer pictures were added since, only those are read. */
  now(scope: Scope): PictureOrder;
  /** The cached order of a scope, if nothing has changed since it was read. */
  cached(scope: Scope): PictureOrder | null;
}

/** The pictures of a scope, and the time that orders them. */
export const orderedBy = {
  library: { where: `status = 'kept' AND trashed_at IS NULL`, time: 'saved_at' },
  trash: { where: 'trashed_at IS NOT NULL', time: 'trashed_at' },
  anywhere: { where: `status = 'kept'`, time: 'saved_at' },
} as const satisfies Readonly<Record<SearchScope, unknown>>;

const indexes = { library: 'images_library', trash: 'images_trash' } as const satisfies Readonly<Record<Scope, string>>;

interface Counts {
  readonly pictures: number;
  readonly gone: number;
}

/** An order as it was read last, and how many pictures had left the scope by then. */
interface Cached {
  readonly order: PictureOrder;
  readonly gone: number;
}

/** A position in an order. */
interface Key {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly id: number;
}

const beginning: Key = { at: 0, id: 0 };

/** An update reads this many of the newest pictures again, because a late picture of a task is placed after the task's earlier pictures. */
const rereadCount = 256;
/** If more pictures than this were trashed, the whole order is read again. */
const mostTrashed = 10_000;

export function createPictureOrders(connection: Connection): PictureOrders {
  const { sql } = connection;
  const cache = new Map<Scope, Cached>();

  const countsOf = (scope: Scope): Counts => {
    const row = sql('SELECT pictures, gone FROM picture_counts WHERE place = ?').get(scope);
    return { pictures: Number(row?.['pictures'] ?? 0), gone: Number(row?.['gone'] ?? 0) };
  };

  const cached = (scope: Scope): PictureOrder | null => {
    const known = cache.get(scope);
    const { pictures, gone } = countsOf(scope);
    return known?.gone === gone && known.order.ids.length === pictures ? known.order : null;
  };

  const read = (scope: Scope): PictureOrder => {
    const unchanged = cached(scope);
    if (unchanged !== null) return unchanged;
    const { pictures, gone } = countsOf(scope);
    const before = cache.get(scope);
    const known = before?.gone === gone ? before.order : before && scope === 'library' ? withoutTrashed(before, gone) : null;
    const order = (known && continued(scope, known, pictures)) ?? newerThan(connection, scope, beginning, pictures);
    cache.set(scope, { order, gone });
    return order;
  };

  /** Reads only what comes before one of the known pictures. Null if pictures were also added among the older ones. */
  const continued = (scope: Scope, known: PictureOrder, pictures: number): PictureOrder | null => {
    const { where, time } = orderedBy[scope];
    const id = known.ids[rereadCount] ?? 0;
    const row = sql(`SELECT ${time} AS at FROM images WHERE id = ? AND ${where}`).get(id);
    if (row === undefined) return null;
    const newer = newerThan(connection, scope, { at: Number(row['at']), id }, pictures - known.ids.length + rereadCount);
    const order = joined([newer, partOf(known, rereadCount)]);
    return order.ids.length === pictures ? order : null;
  };

  /** The order without the pictures that were moved to the trash. Null if others left the library too, or if there are too many. */
  const withoutTrashed = (known: Cached, gone: number): PictureOrder | null => {
    const count = gone - known.gone;
    if (count > mostTrashed) return null;
    const trashed = numbersIn(
      sql('SELECT group_concat(id) AS ids FROM (SELECT id FROM images INDEXED BY images_trash WHERE trashed_at IS NOT NULL ORDER BY trashed_at DESC, id DESC LIMIT ?)').get(count)?.['ids'],
    );
    const order = withoutPictures(known.order, trashed);
    // They are all that left only if every one of them was in the order, and none was trashed while they were read.
    return order.ids.length + count === known.order.ids.length && countsOf('library').gone === gone ? order : null;
  };

  return { cached, now: read };
}

/** Reads in slices. Each starts where the previous one ended, so that commits in between do not shift the rows. */
function newerThan({ sql }: Connection, scope: Scope, than: Key, expected: number): PictureOrder {
  const { where, time } = orderedBy[scope];
  const columns = { ids: createColumn(expected), tasks: createColumn(expected), times: createColumn(expected) };
  const statement = sql(
    `SELECT group_concat(id) AS ids, group_concat(task) AS tasks, group_concat(at / 1000) AS times, count(*) AS n, min(at) AS last_at FROM
      (SELECT id, task, ${time} AS at FROM images INDEXED BY ${indexes[scope]}
        WHERE ${where} AND (${time}, id) > (?, ?) AND (${time}, id) < (?, ?) ORDER BY ${time} DESC, id DESC LIMIT ?)`,
  );
  const stride = createStride();
  for (let last: Key | null = { at: Number.MAX_SAFE_INTEGER, id: 0 }; last !== null; ) {
    const { at, id }: Key = last;
    last = stride((rows) => {
      const row = statement.get(than.at, than.id, at, id, rows);
      parseNumbers(row?.['ids'], columns.ids.push);
      parseNumbers(row?.['tasks'], columns.tasks.push);
      parseNumbers(row?.['times'], columns.times.push);
      return Number(row?.['n']) < rows ? null : { at: Number(row?.['last_at']), id: columns.ids.last() };
    });
  }
  return { ids: columns.ids.take(), tasks: columns.tasks.take(), times: columns.times.take() };
}

/** Part of an order, without copying it. */
export function partOf({ ids, tasks, times }: PictureOrder, first: number, end?: number): PictureOrder {
  return { ids: ids.subarray(first, end), tasks: tasks.subarray(first, end), times: times.subarray(first, end) };
}

export function joined(parts: readonly PictureOrder[]): PictureOrder {
  return { ids: joinedIds(parts.map(({ ids }) => ids)), tasks: joinedIds(parts.map(({ tasks }) => tasks)), times: joinedIds(parts.map(({ times }) => times)) };
}

export function withoutPictures(order: PictureOrder, removed: Int32Array): PictureOrder {
  const gone = bitsOf(removed);
  return picked(order, positionsWhere(order.ids.length, (position) => !gone.has(order.ids[position] ?? 0)));
}
