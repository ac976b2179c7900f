import type { SearchScope } from '../../../../shared/search/search-scope.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { numbersIn, picked, pickedIn, positionsWhere } from '../number-list.ts';
import { orderedBy, type PictureOrder } from '../orders/picture-orders.ts';
import type { Bits } from './bit-set.ts';
import type { RowSpans } from './table-scan.ts';

/** The rows that satisfy one part of a search: by their task, by themselves, or either. */
export interface PartRows {
  readonly tasks: Bits | null;
  readonly images: Bits | null;
  readonly negated: boolean;
}

/** All clauses must hold. A clause holds if any of its parts does. */
export type ClauseRows = readonly (readonly PartRows[])[];

/** `image`: 0 for a task regardless of its pictures. */
export function satisfies(clauses: ClauseRows, image: number, task: number): boolean {
  for (const parts of clauses) if (!parts.some((part) => holds(part, image, task))) return false;
  return true;
}

function holds({ tasks, images, negated }: PartRows, image: number, task: number): boolean {
  return ((tasks?.has(task) ?? false) || (images?.has(image) ?? false)) !== negated;
}

/** The tasks of an order that satisfy a search, regardless of their pictures. */
export function matchingTasks(order: Int32Array, clauses: ClauseRows): Int32Array {
  return pickedIn(order, positionsWhere(order.length, (at) => satisfies(clauses, 0, order[at] ?? 0)));
}

/** The pictures of an order that satisfy a search. Leaves out pictures that were added after the search was looked up. */
export function matchingPictures({ ids, tasks, times }: PictureOrder, clauses: ClauseRows, { image }: RowSpans): PictureOrder {
  const positions = positionsWhere(ids.length, (at) => (ids[at] ?? 0) <= image.last && satisfies(clauses, ids[at] ?? 0, tasks[at] ?? 0));
  return picked({ ids, tasks, times }, positions);
}

/** Up to this many rows of a clause, looking them up is faster than scanning all pictures. */
const fewRows = 1_000;

/** The pictures that satisfy a search in which one of the clauses has few rows. Null if none has. */
export function fewMatchingPictures({ sql }: Connection, clauses: ClauseRows, scope: SearchScope): PictureOrder | null {
  for (const parts of clauses) {
    const few = fewRowsOf(parts);
    if (few === null) continue;
    const { where, time } = orderedBy[scope];
    const found = sql(
      `SELECT group_concat(id) AS ids, group_concat(task) AS tasks, group_concat(at / 1000) AS times FROM
        (SELECT id, task, ${time} AS at FROM images
          WHERE id IN (SELECT id FROM images WHERE task IN (SELECT value FROM json_each(?)) UNION SELECT value FROM json_each(?)) AND ${where} ORDER BY at DESC, id DESC)`,
    ).get(JSON.stringify(few.tasks), JSON.stringify(few.images));
    const [ids, tasks, times] = [numbersIn(found?.['ids']), numbersIn(found?.['tasks']), numbersIn(found?.['times'])];
    return picked({ ids, tasks, times }, positionsWhere(ids.length, (at) => satisfies(clauses, ids[at] ?? 0, tasks[at] ?? 0)));
  }
  return null;
}

/** The submissions that satisfy a search in which one of the clauses has few rows, newest first. Null if none has. */
export function fewMatchingTasks({ sql }: Connection, clauses: ClauseRows): Int32Array | null {
  for (const parts of clauses) {
    const few = fewRowsOf(parts);
    if (few === null || few.images.length > 0) continue;
    const found = sql(
      'SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks WHERE id IN (SELECT value FROM json_each(?)) AND imported IS NULL ORDER BY created_at DESC, uuid DESC)',
    ).get(JSON.stringify(few.tasks));
    return numbersIn(found?.['ids']).filter((task) => satisfies(clauses, 0, task));
  }
  return null;
}

/** All rows of a clause; null if there are many. */
function fewRowsOf(parts: readonly PartRows[]): { readonly tasks: readonly number[]; readonly images: readonly number[] } | null {
  const found = { tasks: [] as number[], images: [] as number[] };
  for (const { tasks, images, negated } of parts) {
    const few = { tasks: tasks === null ? [] : tasks.list(fewRows), images: images === null ? [] : images.list(fewRows) };
    if (negated || few.tasks === null || few.images === null) return null;
    found.tasks.push(...few.tasks);
    found.images.push(...few.images);
  }
  return found;
}
