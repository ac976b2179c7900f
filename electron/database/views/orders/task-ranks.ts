import type { TaskSort } from '../../../../shared/library/view.ts';
import { taskStatuses } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { numbersIn, parseNumbers } from '../number-list.ts';
import { createStride } from '../stride.ts';
import { rankTexts } from './text-ranks.ts';

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
      return texts(connection, '(SELECT name FROM accounts WHERE accounts.id = tasks.account)');
    case 'model':
    case 'prompt':
      return texts(connection, by);
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

function texts(connection: Connection, expression: string): Float64Array {
  const ranks = emptyRanks(connection);
  rankTexts(connection, expression, ranks.length - 1, (row, rank) => {
    ranks[row] = rank;
  });
  return ranks;
}
