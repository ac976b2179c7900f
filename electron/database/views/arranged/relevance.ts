import type { SearchQuery } from '../../../../shared/search/query.ts';
import { textTerms } from '../../../../shared/search/text/text-terms.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { numbersIn } from '../number-list.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { spanOf } from '../search/bit-set.ts';
import { wordsMatch } from '../search/full-text-query.ts';
import { noValue, type Values } from './sort-values.ts';

/** The most tasks to rank. FTS5 ranks a thousand rows in two to four milliseconds. If more tasks match, only the newest are ranked, and the others follow by time. */
const mostCompared = 20_000;

/** Milliseconds that one step should take. Each step counts again how frequent the words are, so a few long steps are better than many short ones. */
const [quick, slow] = [10, 25];
/** Row numbers of the first step. */
const firstRows = 10_000;

/** Makes every rank a positive whole number. FTS5 ranks are negative, and lower for better matches. */
const whole = 'CAST(1000000000 - 1000000 * bm25(task_words, 10.0, 2.0, 5.0) AS INTEGER)';

/**
 * How well the text of each picture's task matches the words of a search (bm25). Higher is better. A picture that was found only by its tags or its file
 * name has no value. Null if the search has no words.
 */
export function relevance(connection: Connection, query: SearchQuery, { tasks }: PictureOrder): Values | null {
  const matches = textTerms(query)
    .filter(({ term, index }) => !term.negated && index === 'words')
    .map((lookup) => wordsMatch(connection, lookup))
    .filter((match) => match !== null);
  if (matches.length === 0) return null;
  const match = matches.map(({ text }) => `(${text})`).join(' OR ');
  const span = spanOf(tasks.subarray(0, mostCompared));
  const ranks = new Map<number, number>();
  // The limit keeps SQLite from moving the function out of the subquery.
  const statement = connection.sql(
    `SELECT group_concat(id) AS ids, group_concat(rank) AS ranks FROM
      (SELECT rowid AS id, ${whole} AS rank FROM task_words WHERE task_words MATCH ? AND rowid > CAST(? AS INTEGER) AND rowid <= CAST(? AS INTEGER) LIMIT -1)`,
  );
  for (let low = span.after, rows = firstRows; low < span.last; ) {
    const began = performance.now();
    const high = Math.min(low + rows, span.last);
    const row = statement.get(match, low, high);
    const found = numbersIn(row?.['ranks']);
    for (const [place, task] of numbersIn(row?.['ids']).entries()) ranks.set(task, found[place] ?? 0);
    const took = performance.now() - began;
    if (took < quick) rows *= 2;
    else if (took > slow) rows = Math.max(Math.floor(rows / 2), firstRows);
    low = high;
  }
  return Float64Array.from(tasks, (task) => ranks.get(task) ?? noValue);
}
