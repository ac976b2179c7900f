import type { Place } from '../../../../shared/search/place.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { Matches } from '../gallery-view.ts';
import { parseNumbers, createColumn } from '../number-list.ts';
import { orderedBy } from '../orders/picture-orders.ts';
import { satisfies, type ClauseRows, type PartRows } from './clauses.ts';

/** Up to this many rows of a clause, looking them up is faster than scanning all pictures. */
const most = 1_000;

/** The pictures that satisfy a search in which one of the clauses has few rows. Null if none has. */
export function fewMatches({ sql }: Connection, clauses: ClauseRows, place: Place): Matches | null {
  for (const parts of clauses) {
    const rows = rowsOf(parts);
    if (rows === null) continue;
    const { where, time } = orderedBy[place];
    const found = sql(
      `SELECT group_concat(id) AS ids, group_concat(task) AS tasks, group_concat(at / 1000) AS times FROM
        (SELECT id, task, ${time} AS at FROM images
          WHERE id IN (SELECT id FROM images WHERE task IN (SELECT value FROM json_each(?)) UNION SELECT value FROM json_each(?)) AND ${where} ORDER BY at DESC, id DESC)`,
    ).get(JSON.stringify(rows.tasks), JSON.stringify(rows.images));
    const candidates = { ids: createColumn(0), tasks: createColumn(0), times: createColumn(0) };
    parseNumbers(found?.['ids'], candidates.ids.push);
    parseNumbers(found?.['tasks'], candidates.tasks.push);
    parseNumbers(found?.['times'], candidates.times.push);
    const [ids, tasks, times] = [candidates.ids.take(), candidates.tasks.take(), candidates.times.take()];
    const matches = Int32Array.from(ids.keys()).filter((at) => satisfies(clauses, ids[at] ?? 0, tasks[at] ?? 0));
    return { ids: matches.map((at) => ids[at] ?? 0), times: matches.map((at) => times[at] ?? 0) };
  }
  return null;
}

/** All rows of a clause; null if there are many. */
function rowsOf(parts: readonly PartRows[]): { readonly tasks: readonly number[]; readonly images: readonly number[] } | null {
  const found = { tasks: [] as number[], images: [] as number[] };
  for (const { tasks, images, negated } of parts) {
    const few = { tasks: tasks === null ? [] : tasks.list(most), images: images === null ? [] : images.list(most) };
    if (negated || few.tasks === null || few.images === null) return null;
    found.tasks.push(...few.tasks);
    found.images.push(...few.images);
  }
  return found;
}
