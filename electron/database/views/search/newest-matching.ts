import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { RowSpan } from './bit-set.ts';
import { clauseRows, ofTasks } from './clause-rows.ts';
import { satisfies, type ClauseRows } from './clauses.ts';
import { inLibrary, numbers } from '../picture-columns.ts';
import { isUndecided } from '../orders/task-orders.ts';
import { inSlices } from '../time-slices.ts';

/**
 * The first rows of any search, found by looking at the newest of the library first, some thousands at a time: most searches have two hundred
 * among the latest tenth, and whoever looks at them need not wait for the other nine.
 *
 * Both are steps of a walk that ends where going on costs more than it saves, and may be left before. What was pushed to `found` until then is
 * how the view begins.
 */
type Walk = Generator<void, void>;

/** How many rows each step goes through: 62,000 in all, a small part of a library whose size is felt. */
const steps = [2_000, 4_000, 8_000, 16_000, 32_000] as const;

/** A step among so many times its rows, as where a large import lies between, costs as much as all of the library. */
const widest = 16;

/** Pictures of the library, newest first. */
export function* newestPictures(connection: Connection, query: SearchQuery, limit: number, found: number[]): Walk {
  const step = connection.sql(
    `SELECT group_concat(id) AS ids, group_concat(task) AS tasks, count(*) AS n, min(at) AS last FROM
      (SELECT id, task, saved_at AS at FROM images INDEXED BY images_spine WHERE ${inLibrary} AND (saved_at, id) < (?, ?) ORDER BY saved_at DESC, id DESC LIMIT ?)`,
  );
  let below: readonly [at: number, id: number] = [Number.MAX_SAFE_INTEGER, 0];
  for (const rows of steps) {
    const row = step.get(...below, rows);
    const [ids, tasks] = [numbers(row?.['ids']), numbers(row?.['tasks'])];
    const spans = { image: spanOf(ids), task: spanOf(tasks) };
    if (ids.length === 0 || isWide(spans.image, rows) || isWide(spans.task, rows)) return;
    const clauses = yield* clauseRows(connection, query, spans);
    for (let at = 0; at < ids.length && found.length < limit; at += 1) {
      if (satisfies(clauses, ids[at] ?? 0, tasks[at] ?? 0)) found.push(ids[at] ?? 0);
    }
    if (ids.length < rows || found.length === limit) return;
    below = [Number(row?.['last']), ids.at(-1) ?? 0];
    yield;
  }
}

/** Submissions, newest first; before them those whose outcome is unknown, as in every order. */
export function* newestTasks(connection: Connection, query: SearchQuery, limit: number, found: number[]): Walk {
  const { sql } = connection;
  /** Null: their pictures are too far apart. */
  const clausesOf = function* (task: RowSpan, rows: number): Generator<void, ClauseRows | null> {
    const image = imagesOf(connection, task);
    if (isWide(image, rows)) return null;
    return yield* ofTasks(connection, yield* clauseRows(connection, query, { image, task }), { image, task });
  };
  const undecided = numbers(sql(`SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks WHERE ${isUndecided} ORDER BY created_at DESC, uuid DESC)`).get()?.['ids']);
  const apart = spansOf(undecided);
  if (apart.length > mostApart || apart.some((span) => isWide(span, steps[0]))) return;
  const matching = new Set<number>();
  for (const span of apart) {
    const clauses = yield* clausesOf(span, steps[0]);
    if (clauses === null) return;
    for (const row of undecided) if (row > span.after && row <= span.last && satisfies(clauses, 0, row)) matching.add(row);
  }
  for (const row of undecided) if (found.length < limit && matching.has(row)) found.push(row);
  const told = new Set(undecided);
  const step = sql(
    `SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks INDEXED BY tasks_history
      WHERE imported IS NULL AND (created_at, uuid) < (?, ?) ORDER BY created_at DESC, uuid DESC LIMIT ?)`,
  );
  const place = sql('SELECT created_at, uuid FROM tasks WHERE id = ?');
  let below: readonly [at: number, uuid: string] = [Number.MAX_SAFE_INTEGER, ''];
  for (const rows of steps) {
    const ids = numbers(step.get(...below, rows)?.['ids']);
    if (ids.length === 0 || isWide(spanOf(ids), rows)) return;
    const clauses = yield* clausesOf(spanOf(ids), rows);
    if (clauses === null) return;
    for (const row of ids) if (found.length < limit && !told.has(row) && satisfies(clauses, 0, row)) found.push(row);
    if (ids.length < rows || found.length === limit) return;
    const last = place.get(ids.at(-1) ?? 0);
    below = [Number(last?.['created_at'] ?? -1), String(last?.['uuid'] ?? '')];
    yield;
  }
}

/** From the least to the greatest: what was made one after another stands together, and what was imported between is gone through as well. */
function spanOf(rows: Int32Array): RowSpan {
  let [after, last] = [rows[0] ?? 1, rows[0] ?? 0];
  for (const row of rows) {
    if (row < after) after = row;
    if (row > last) last = row;
  }
  return { after: after - 1, last };
}

/** Rows that are so near to one another are gone through together. */
const near = 1000;
/** Each of so many groups costs a millisecond or two. */
const mostApart = 10;

/** Those that stand together, each group by itself: one may be of the first year, and the other of today. */
function spansOf(rows: Int32Array): readonly RowSpan[] {
  const spans: { after: number; last: number }[] = [];
  for (const row of rows.toSorted()) {
    const span = spans.at(-1);
    if (span && row - span.last <= near) span.last = row;
    else spans.push({ after: row - 1, last: row });
  }
  return spans;
}

function isWide({ after, last }: RowSpan, rows: number): boolean {
  return last - after > rows * widest;
}

/** The pictures of these tasks, and others among them. */
function imagesOf({ sql }: Connection, { after, last }: RowSpan): RowSpan {
  const row = sql('SELECT min(id) AS first, max(id) AS last FROM images WHERE task > ? AND task <= ?').get(after, last);
  return { after: Number(row?.['first'] ?? 1) - 1, last: Number(row?.['last'] ?? 0) };
}

/** Milliseconds after which what was found so far is shown. */
const patience = 40;

/** The first rows of a view, from a walk that is left when it takes too long; none where they are rare. */
export async function firstOf(walk: (found: number[]) => Walk, isStale: () => boolean): Promise<Int32Array> {
  const found: number[] = [];
  const until = performance.now() + patience;
  await inSlices(walk(found), () => isStale() || (found.length > 0 && performance.now() > until));
  return Int32Array.from(found);
}
