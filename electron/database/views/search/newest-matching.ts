import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { spanOf, type RowSpan } from './bit-set.ts';
import { createClauseReader, ofTasks } from './clause-rows.ts';
import { satisfies, type ClauseRows } from './combine-clauses.ts';
import { numbersIn } from '../number-list.ts';
import { orderedBy, type PictureOrder } from '../orders/picture-orders.ts';
import { byTime, isUndecided } from '../orders/task-orders.ts';

/** Rows of each step. Together they take less than ten milliseconds. */
const steps = [2_000, 12_000] as const;

/** If the rows of a step are spread over this many times their number, as around a large import, the step costs as much as the whole library. */
const widest = 16;

/**
 * Pictures of the library, newest first.
 * @param order the library's order if it is in memory, which spares most of the time; null: the pictures are read from the database
 */
export function newestPictures(connection: Connection, order: PictureOrder | null, query: SearchQuery, limit: number, found: number[]): boolean {
  const isAll = query.clauses.length === 0;
  const read = createClauseReader(connection, query);
  const next = nextPictures(connection, order);
  for (const rows of isAll ? [limit] : steps) {
    const { ids, tasks } = next(rows);
    if (ids.length === 0) return true;
    const spans = { image: spanOf(ids), task: spanOf(tasks) };
    if (!isAll && (isWide(spans.image, rows) || isWide(spans.task, rows))) return false;
    const clauses = read(spans);
    for (let at = 0; at < ids.length && found.length < limit; at += 1) {
      if (satisfies(clauses, ids[at] ?? 0, tasks[at] ?? 0)) found.push(ids[at] ?? 0);
    }
    if (found.length === limit) return false;
    if (ids.length < rows) return true;
  }
  return false;
}

/** Returns the next pictures at each call, fewer at the end. */
type NextPictures = (rows: number) => Pick<PictureOrder, 'ids' | 'tasks'>;

/** The pictures of the library, newest first, from its order if it is in memory. */
export const nextPictures = (connection: Connection, order: PictureOrder | null): NextPictures => (order === null ? nextFromDatabase(connection) : nextInOrder(order));

function nextInOrder({ ids, tasks }: PictureOrder): NextPictures {
  let at = 0;
  return (rows) => {
    const from = at;
    at += rows;
    return { ids: ids.subarray(from, at), tasks: tasks.subarray(from, at) };
  };
}

function nextFromDatabase({ sql }: Connection): NextPictures {
  const step = sql(
    `SELECT group_concat(id) AS ids, group_concat(task) AS tasks, min(at) AS last FROM
      (SELECT id, task, saved_at AS at FROM images INDEXED BY images_library WHERE ${orderedBy.library.where} AND (saved_at, id) < (?, ?) ORDER BY saved_at DESC, id DESC LIMIT ?)`,
  );
  let below: readonly [at: number, id: number] = [Number.MAX_SAFE_INTEGER, 0];
  return (rows) => {
    const row = step.get(...below, rows);
    const ids = numbersIn(row?.['ids']);
    below = [Number(row?.['last']), ids.at(-1) ?? 0];
    return { ids, tasks: numbersIn(row?.['tasks']) };
  };
}

/** Most tasks of unknown outcome that are searched one by one. Each takes a millisecond or two. */
const mostUndecided = 10;

/** Submissions by time. Those whose outcome is unknown come first, as in every order. */
export function firstTasks(connection: Connection, query: SearchQuery, descending: boolean, limit: number, found: number[]): boolean {
  const { sql } = connection;
  const isAll = query.clauses.length === 0;
  const read = createClauseReader(connection, query);
  /** Returns null if the rows are too far apart. */
  const clausesOf = function (task: RowSpan, rows: number): ClauseRows | null {
    if (isAll) return [];
    const image = imagesOf(connection, task);
    if (isWide(task, rows) || isWide(image, rows)) return null;
    return ofTasks(connection, read({ image, task }), { image, task });
  };
  const order = byTime(descending);
  const undecided = numbersIn(sql(`SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks WHERE ${isUndecided} ORDER BY ${order})`).get()?.['ids']);
  if (undecided.length > mostUndecided && !isAll) return false;
  for (const row of undecided) {
    const clauses = clausesOf({ after: row - 1, last: row }, steps[0]);
    if (clauses === null) return false;
    if (found.length < limit && satisfies(clauses, 0, row)) found.push(row);
  }
  const known = new Set(undecided);
  const step = sql(
    `SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks INDEXED BY tasks_history
      WHERE imported IS NULL AND (created_at, uuid) ${descending ? '<' : '>'} (?, ?) ORDER BY ${order} LIMIT ?)`,
  );
  const keyOf = sql('SELECT created_at, uuid FROM tasks WHERE id = ?');
  let from: readonly [at: number, uuid: string] = [descending ? Number.MAX_SAFE_INTEGER : -1, ''];
  for (const rows of isAll ? [limit + undecided.length] : steps) {
    const ids = numbersIn(step.get(...from, rows)?.['ids']);
    if (ids.length === 0) return true;
    const clauses = clausesOf(spanOf(ids), rows);
    if (clauses === null) return false;
    for (const row of ids) if (found.length < limit && !known.has(row) && satisfies(clauses, 0, row)) found.push(row);
    if (found.length === limit) return false;
    if (ids.length < rows) return true;
    const last = keyOf.get(ids.at(-1) ?? 0);
    from = [Number(last?.['created_at'] ?? -1), String(last?.['uuid'] ?? '')];
  }
  return false;
}

/** Whether rows are spread over so many others that searching them costs as much as searching the whole library. */
export function isWide({ after, last }: RowSpan, rows: number): boolean {
  return last - after > rows * widest;
}

/** The span of the pictures of these tasks. It may contain pictures of other tasks. */
export function imagesOf({ sql }: Connection, { after, last }: RowSpan): RowSpan {
  const row = sql('SELECT min(id) AS first, max(id) AS last FROM images WHERE task > ? AND task <= ?').get(after, last);
  return { after: Number(row?.['first'] ?? 1) - 1, last: Number(row?.['last'] ?? 0) };
}
