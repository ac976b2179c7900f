import { counted, isSent, isUnpriced, spendingQuarter } from '../tables/tasks/counted-cost.ts';

const sumsOf = (row: string): readonly string[] => [
  '1',
  counted(row),
  `coalesce(${row}.cost, 0)`,
  `${row}.cost IS NOT NULL`,
  `coalesce(${row}.estimate, 0)`,
  `${row}.estimate IS NOT NULL`,
  isUnpriced(row),
];

const key = ['account', 'quarter', 'batch', 'model', 'outcome'] as const;
const spendingSums = ['tasks', 'counted', 'said', 'said_tasks', 'estimated', 'estimated_tasks', 'unpriced'] as const;
const counts = ['account', 'status', 'submitted_at', 'accepted_at', 'image_count', 'estimate', 'cost', 'batch', 'model'] as const;

/** The key of a task's line of spending. */
const lineOf = (row: string): readonly string[] => [
  `${row}.account`,
  `coalesce(${row}.submitted_at, ${row}.accepted_at) / ${spendingQuarter}`,
  `coalesce(${row}.batch, 0)`,
  `${row}.model`,
  `CASE ${row}.status WHEN 'completed' THEN iif(${row}.image_count > 0, 'made', 'empty') WHEN 'failed' THEN 'failed' WHEN 'rejected' THEN 'rejected' WHEN 'unknown' THEN 'unknown' WHEN 'missing' THEN 'lost' ELSE 'open' END`,
];

const add = (row: string): string => `INSERT INTO spending (${[...key, ...spendingSums].join(', ')})
      SELECT ${[...lineOf(row), ...sumsOf(row)].join(', ')} WHERE ${isSent(row)}
      ON CONFLICT DO UPDATE SET ${spendingSums.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(', ')};`;

const subtract = (row: string): string => `UPDATE spending SET ${spendingSums.map((sum, at) => `${sum} = ${sum} - (${sumsOf(row)[at]})`).join(', ')}
      WHERE ${isSent(row)} AND (${key.join(', ')}) = (${lineOf(row).join(', ')});`;

/** A table of sums that triggers keep, so that a budget is checked without reading every task. */
export const spending = /* sql */ `
  CREATE TABLE spending (
    account INTEGER NOT NULL,
    -- Of an hour, because every time zone's day begins with one.
    quarter INTEGER NOT NULL,
    batch INTEGER NOT NULL,
    model TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ${spendingSums.map((sum) => `${sum} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (${key.join(', ')})
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER spending_added AFTER INSERT ON tasks WHEN ${isSent('new')} BEGIN
      ${add('new')}
  END;
  CREATE TRIGGER spending_changed AFTER UPDATE OF ${counts.join(', ')} ON tasks WHEN ${counts.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')} BEGIN
      ${subtract('old')}
      ${add('new')}
  END;
  CREATE TRIGGER spending_removed AFTER DELETE ON tasks WHEN ${isSent('old')} BEGIN
      ${subtract('old')}
  END;`;

/** Fills the empty table `spending`. */
export const sumSpending = `INSERT INTO spending SELECT ${[...lineOf('tasks'), ...sumsOf('tasks').map((sum) => `sum(${sum})`)].join(', ')} FROM tasks WHERE ${isSent('tasks')} GROUP BY 1, 2, 3, 4, 5`;
