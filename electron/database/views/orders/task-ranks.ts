import type { SQLInputValue } from 'node:sqlite';
import type { TaskSort } from '../../../../shared/library/view.ts';
import { taskStatuses } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { numbersIn, parseNumbers } from '../number-list.ts';
import { rankPrompts } from './prompt-ranks.ts';
import { createStride } from '../time-slices.ts';

/** The rank of a row without a value. */
export const unranked = -1;

/** Ranks for sorting the history by a column: for each row number a whole number below 2 ** 32, or `unranked`. */
export function readTaskRanks(connection: Connection, by: Exclude<TaskSort, 'created'>): Generator<void, Float64Array> {
  switch (by) {
    case 'status':
      return numbers(connection, `CASE status ${taskStatuses.toSorted().map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(' ')} END`);
    case 'took':
      return numbers(connection, `iif(ended_at >= submitted_at, min(ended_at - submitted_at, ${longest}), NULL)`);
    case 'credits':
      return numbers(connection, "CAST(round(min(max(json_extract(facts, '$.credits'), 0) * 1000, 4294967294)) AS INTEGER)");
    case 'account':
      return accounts(connection);
    case 'model':
      return models(connection);
    case 'prompt':
      return prompts(connection);
  }
}

/** Longer durations, in milliseconds, have the same rank: 49 days. */
const longest = 2 ** 32 - 2;

function emptyRanks({ sql }: Connection): Float64Array {
  return new Float64Array(Number(sql('SELECT max(id) AS last FROM tasks').get()?.['last'] ?? 0) + 1).fill(unranked);
}

/** Ranks rows by an SQL expression that gives a whole number, 0 or more. A row for which it is NULL has no rank. */
function* numbers(connection: Connection, expression: string, rankOf: (value: number) => number = (value) => value): Generator<void, Float64Array> {
  const ranks = emptyRanks(connection);
  const statement = connection.sql(`SELECT group_concat(id) AS ids, group_concat(value) AS found FROM (SELECT id, ${expression} AS value FROM tasks WHERE id > ? AND id <= ?) WHERE value IS NOT NULL`);
  const stride = createStride();
  for (let low = 0; low < ranks.length; ) {
    low = stride((count) => {
      const row = statement.get(low, low + count);
      const ids = numbersIn(row?.['ids']);
      let at = 0;
      parseNumbers(row?.['found'], (value) => {
        ranks[ids[at] ?? 0] = rankOf(value);
        at += 1;
      });
      return low + count;
    });
    yield;
  }
  return ranks;
}

function accounts(connection: Connection): Generator<void, Float64Array> {
  const rows = connection.sql('SELECT id, name FROM accounts').all();
  const names = rankedNames(rows.map(({ name }) => String(name)));
  const ranks = new Map(rows.map(({ id, name }) => [Number(id), names.get(folded(String(name))) ?? 0]));
  return numbers(connection, 'account', (account) => ranks.get(account) ?? 0);
}

/** Reads the rows of each model from the index by model. */
function* models(connection: Connection): Generator<void, Float64Array> {
  const ranks = emptyRanks(connection);
  const used = connection.sql('SELECT DISTINCT model FROM tasks').all().map(({ model }) => String(model));
  const names = rankedNames(used);
  for (const model of used) yield* fill(connection, 'model = ?', [model], ranks, names.get(folded(model)) ?? 0);
  return ranks;
}

function* fill({ sql }: Connection, condition: string, values: readonly SQLInputValue[], ranks: Float64Array, rank: number): Generator<void, void> {
  const statement = sql(`SELECT group_concat(id) AS ids, max(id) AS last FROM (SELECT id FROM tasks WHERE ${condition} AND id > ? ORDER BY id LIMIT ?)`);
  const stride = createStride();
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = stride((count) => {
      const row = statement.get(...values, from, count);
      parseNumbers(row?.['ids'], (id) => {
        ranks[id] = rank;
      });
      return typeof row?.['last'] === 'number' ? row['last'] : null;
    });
    yield;
  }
}

function rankedNames(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names.map(folded))].toSorted().map((name, at) => [name, at]));
}

/** Folds case as NOCASE does: ASCII letters only. */
const folded = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function* prompts(connection: Connection): Generator<void, Float64Array> {
  const ranks = emptyRanks(connection);
  yield* rankPrompts(connection, ranks.length - 1, (row, rank) => {
    ranks[row] = rank;
  });
  return ranks;
}
