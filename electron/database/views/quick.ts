import type { ViewQuery } from '../../../shared/library/view.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import { lookupOf } from '../../../shared/search/text-terms.ts';
import type { Connection } from '../statements.ts';
import { createColumn, parseNumbers } from './number-list.ts';
import { byTime, isUndecided } from './task-orders.ts';
import { wordsMatch } from './term-rows.ts';

/** What can be told at once; `total` null: how many there are comes later. */
interface Quick {
  readonly ids: Int32Array;
  readonly total: number | null;
}

/**
 * The newest pictures of the whole library, or of a search for words only: a walk along one index that stops after `limit`. Null: all of the
 * view has to be put together first.
 */
export function quickPictures({ sql }: Connection, query: SearchQuery, limit: number): Quick | null {
  const inLibrary = `status = 'kept' AND trashed_at IS NULL`;
  if (query.clauses.length === 0) {
    const row = sql(`SELECT group_concat(id) AS ids FROM (SELECT id FROM images INDEXED BY images_spine WHERE ${inLibrary} ORDER BY saved_at DESC, id DESC LIMIT ?)`).get(limit);
    const total = sql(`SELECT pictures FROM picture_counts WHERE place = 'library'`).get()?.['pictures'];
    return { ids: numbers(row?.['ids']), total: Number(total ?? 0) };
  }
  const match = wordsOnly(query);
  if (match === null) return null;
  const row = sql(
    `SELECT group_concat(id) AS ids FROM (SELECT id FROM
      (SELECT images.id, images.saved_at FROM task_words JOIN images ON images.task = task_words.rowid
        WHERE task_words MATCH ? AND ${inLibrary} ORDER BY task_words.rowid DESC LIMIT ?)
      ORDER BY saved_at DESC, id DESC)`,
  ).get(match, limit);
  const ids = numbers(row?.['ids']);
  // Few ones: a tag or an id may be meant as well, and all of it will be known as soon.
  return ids.length < limit ? null : { ids, total: null };
}

/** The same for tasks, by time only, those whose outcome is unknown first: another order has to be put together. */
export function quickTasks({ sql }: Connection, query: SearchQuery, sort: ViewQuery['sort'], limit: number): Quick | null {
  if (sort.by !== 'created') return null;
  const order = byTime(sort.descending);
  if (query.clauses.length === 0) {
    const row = sql(
      `SELECT group_concat(id) AS ids FROM (SELECT * FROM (SELECT id FROM tasks WHERE ${isUndecided} ORDER BY ${order} LIMIT ?1)
        UNION ALL SELECT * FROM (SELECT id FROM tasks INDEXED BY tasks_history WHERE imported IS NULL AND NOT (${isUndecided}) ORDER BY ${order} LIMIT ?1) LIMIT ?1)`,
    ).get(limit);
    const total = sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'];
    return { ids: numbers(row?.['ids']), total: Number(total ?? 0) };
  }
  const match = wordsOnly(query);
  if (match === null || !sort.descending || sql(`SELECT 1 FROM tasks WHERE ${isUndecided} LIMIT 1`).get() !== undefined) return null;
  const row = sql(
    `SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks WHERE imported IS NULL AND id IN (SELECT rowid FROM task_words WHERE task_words MATCH ? ORDER BY rowid DESC LIMIT ?) ORDER BY ${order})`,
  ).get(match, limit);
  const ids = numbers(row?.['ids']);
  return ids.length < limit ? null : { ids, total: null };
}

/** A search that the index of words can answer alone, in its language; null: not so. */
function wordsOnly({ clauses }: SearchQuery): string | null {
  const parts = clauses.map(({ anyOf }) => {
    const [part, other] = anyOf;
    if (part?.kind !== 'term' || other !== undefined || part.negated) return null;
    const lookup = lookupOf(part);
    return lookup.index === 'words' ? wordsMatch(lookup) : null;
  });
  return parts.includes(null) ? null : parts.join(' AND ');
}

function numbers(text: unknown): Int32Array {
  const column = createColumn(0);
  parseNumbers(text, column.push);
  return column.take();
}
