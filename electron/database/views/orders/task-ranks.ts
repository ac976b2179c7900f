import type { TaskSort } from '../../../../shared/library/view.ts';
import { taskStatuses } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { numbersIn, parseNumbers, createColumn } from '../number-list.ts';
import { createStride } from '../stride.ts';

/** The rank of a row without a value. */
export const unranked = -1;

/** The highest rank. Longer durations, in milliseconds, share it: 49 days. */
export const highestRank = 2 ** 32 - 2;

/** Ranks for sorting the history by a column: for each row number a whole number up to `highestRank`, or `unranked`. */
export function readTaskRanks(connection: Connection, by: Exclude<TaskSort, 'created'>): Float64Array {
  switch (by) {
    case 'status':
      return taskNumbers(connection, `CASE status ${taskStatuses.toSorted().map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(' ')} END`);
    case 'took':
      return taskNumbers(connection, `iif(ended_at >= submitted_at, min(ended_at - submitted_at, ${highestRank}), NULL)`);
    case 'cost':
      return taskNumbers(connection, `min(counted_cost / 1000000, ${highestRank})`);
    case 'account':
      return textRanks(connection, '(SELECT name FROM accounts WHERE accounts.id = tasks.account)');
    case 'model':
    case 'prompt':
      return textRanks(connection, by);
  }
}

function emptyRanks({ sql }: Connection): Float64Array {
  return new Float64Array(Number(sql('SELECT max(id) AS last FROM tasks').get()?.['last'] ?? 0) + 1).fill(unranked);
}

/** Ranks rows by an SQL expression that gives a whole number, 0 or more. A row for which it is NULL has no rank. */
function taskNumbers(connection: Connection, expression: string): Float64Array {
  const ranks = emptyRanks(connection);
  const statement = connection.sql(`SELECT group_concat(id) AS ids, group_concat(value) AS found FROM (SELECT id, ${expression} AS value FROM tasks WHERE id > ? AND id <= ?) WHERE value IS NOT NULL`);
  const stride = createStride();
  for (let low = 0; low < ranks.length; ) {
    low = stride((count) => {
      const row = statement.get(low, low + count);
      const ids = numbersIn(row?.['ids']);
      let at = 0;
      parseNumbers(row?.['found'], (value) => {
        ranks[ids[at] ?? 0] = value;
        at += 1;
      });
      return low + count;
    });
  }
  return ranks;
}

function textRanks(connection: Connection, expression: string): Float64Array {
  const ranks = emptyRanks(connection);
  rankTexts(connection, expression, ranks.length - 1, (row, rank) => {
    ranks[row] = rank;
  });
  return ranks;
}

/** Characters that are compared. Texts that agree in all of them count as equal. */
const compared = 400;
const step = 2_000;

/**
 * Ranks every task up to row `last` by a text, compared as NOCASE does, and calls `rank` for each row. `text` is an SQL expression. Each different text
 * is in memory once. It sorts one part at a time and then merges the parts, so that other calls are answered in between.
 */
export function rankTexts(connection: Connection, text: string, last: number, rank: (row: number, rank: number) => void): void {
  const rows = createColumn(last);
  const textOfRow = createColumn(last);
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const parts: Int32Array[] = [];
  const statement = connection.sql(
    `SELECT group_concat(id) AS ids, json_group_array(text) AS texts FROM (SELECT id, lower(substr(${text}, 1, ${compared})) AS text FROM tasks WHERE id > ? AND id <= ?)`,
  );
  for (let low = 0; low <= last; low += step) {
    const row = statement.get(low, low + step);
    const first = texts.length;
    parseNumbers(row?.['ids'], rows.push);
    for (const each of JSON.parse(String(row?.['texts'] ?? '[]')) as readonly string[]) {
      let number = numbers.get(each);
      if (number === undefined) {
        number = texts.push(each) - 1;
        numbers.set(each, number);
      }
      textOfRow.push(number);
    }
    if (texts.length > first) parts.push(Int32Array.from({ length: texts.length - first }, (_none, at) => first + at).sort((a, b) => compare(texts[a], texts[b])));
  }
  // In pairs, until one part is left.
  while (parts.length > 1) parts.push(merged(connection, texts, parts.shift(), parts.shift()));
  const ranks = new Int32Array(texts.length);
  for (const [at, number] of (parts[0] ?? new Int32Array()).entries()) ranks[number] = at;
  const rowNumbers = rows.take();
  for (const [at, number] of textOfRow.take().entries()) rank(rowNumbers[at] ?? 0, ranks[number] ?? 0);
}

function merged({ pause }: Connection, texts: readonly string[], a: Int32Array = new Int32Array(), b: Int32Array = new Int32Array()): Int32Array {
  const both = new Int32Array(a.length + b.length);
  let [ofA, ofB] = [0, 0];
  for (let at = 0; at < both.length; at += 1) {
    const takeA = ofB >= b.length || (ofA < a.length && compare(texts[a[ofA] ?? 0], texts[b[ofB] ?? 0]) <= 0);
    if (at % step === 0) pause();
    both[at] = (takeA ? a[ofA++] : b[ofB++]) ?? 0;
  }
  return both;
}

function compare(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
