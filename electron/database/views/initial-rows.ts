import { beginsWithNewest, isPlain, noneOpen, type Arrangement, type OpenStacks } from '../../../shared/library/arrangement.ts';
import { likeness, scopeOf } from '../../../shared/search/search-scope.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import type { Connection } from '../sqlite/statements.ts';
import { beginsEarly, firstSorted } from './arranged/first-sorted.ts';
import { firstTogether, newestTogether, viewOfFirst, type FirstRows } from './arranged/first-stacks-and-groups.ts';
import { onlyIds, type WholeView } from './live-view.ts';
import { albumOrder, isOnlyAlbum, type FoundAlbum } from './orders/album-order.ts';
import { daysOf } from './orders/months.ts';
import type { PictureOrders } from './orders/picture-orders.ts';
import { newestPictures } from './search/newest-matching.ts';
import { pictureColumns } from './view-rows.ts';

/** The first rows of a view, which can be found before the whole view is read. */
export interface InitialRows {
  /**
   * Searches some thousands of the newest rows first: frequent matches are among them, and rare ones are found quickly in the whole library.
   * Pushes rows to `found` in the order of the view, and may be stopped at any statement. Returns true if the view has no other rows.
   */
  readonly walk: (found: number[]) => boolean;
  /** A view of only the rows that the walk found. */
  readonly of: (rows: Int32Array) => WholeView;
}

/** Rows in the first answer: more than a large window shows. */
export const initialCount = 200;

interface Pictures {
  readonly query: SearchQuery;
  readonly arrangement: Arrangement;
  readonly opened: OpenStacks | undefined;
  /** The album that the search is for, if the arrangement asks for the order made by hand. */
  readonly album: FoundAlbum | null;
}

/** The first rows of a view of pictures. Null: they are known only with the whole view. */
export function initialPictures(connection: Connection, orders: PictureOrders, { query, arrangement, opened = noneOpen, album }: Pictures): InitialRows | null {
  if (scopeOf(query) !== 'library') return null;
  if (album !== null) {
    if (!isPlain(arrangement) || !isOnlyAlbum(query)) return null;
    return { walk: (found) => albumOrder(connection, album.row, lengthening(found), { most: initialCount }), of: onlyIds };
  }
  if (beginsWithNewest(arrangement) && likeness(query) === null) {
    return {
      walk: (found) => newestPictures(connection, orders.cached('library'), query, initialCount, found),
      of(ids) {
        const times = pictureColumns(connection, ids, 0).savedAt;
        return { ids, times, ...(arrangement.group === 'day' && { groups: daysOf(times) }) };
      },
    };
  }
  if (query.clauses.length > 0) return null;
  const together = opened.all || opened.except.length > 0 ? null : newestTogether(arrangement);
  if (together !== null) {
    const rows: FirstRows = { ids: [], keys: [], counts: [] };
    return {
      walk: (found) => firstTogether(connection, orders.cached('library'), together, initialCount, { ...rows, ids: found }),
      of: (ids) => viewOfFirst(together, { ...rows, ids: [...ids] }),
    };
  }
  const order = beginsEarly(arrangement) ? orders.cached('library') : null;
  return order && { walk: (found) => firstSorted(connection, order, arrangement, initialCount, found), of: onlyIds };
}

/** A growing list with the interface of a column of numbers. */
const lengthening = (found: number[]) => ({
  push: (id: number): void => void found.push(id),
  get length() {
    return found.length;
  },
});
