import { counted, isSent, isUnpriced } from '../tables/tasks/counted-cost.ts';

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
export const spendingSums = ['tasks', 'counted', 'said', 'said_tasks', 'estimated', 'estimated_tasks', 'unpriced'] as const;
const counts = ['account', 'status', 'submitted_at', 'accepted_at', 'image_count', 'estimate', 'cost', 'batch', 'model'] as const;

/**
 * The statements of the table `spending`: `sum` fills it when it is empty, and `triggers` keep it up to date.
 * @param outcomes words for the outcome of a task by its status, as the branches of a CASE; all other tasks are `open`
 */
export function spendingStatements(outcomes: string): { readonly sum: string; readonly triggers: string } {
  /** The key of a task's line of spending. Quarters of an hour, because every time zone's day begins with one. */
  const lineOf = (row: string): readonly string[] => [
    `${row}.account`,
    `coalesce(${row}.submitted_at, ${row}.accepted_at) / 900000`,
    `coalesce(${row}.batch, 0)`,
    `${row}.model`,
    `CASE ${row}.status WHEN 'completed' THEN iif(${row}.image_count > 0, 'made', 'empty') ${outcomes} ELSE 'open' END`,
  ];
  const add = (row: string): string => `INSERT INTO spending (${[...key, ...spendingSums].join(', ')})
      SELECT ${[...lineOf(row), ...sumsOf(row)].join(', ')} WHERE ${isSent(row)}
      ON CONFLICT DO UPDATE SET ${spendingSums.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(', ')};`;
  const subtract = (row: string): string => `UPDATE spending SET ${spendingSums.map((sum, at) => `${sum} = ${sum} - (${sumsOf(row)[at]})`).join(', ')}
      WHERE ${isSent(row)} AND (${key.join(', ')}) = (${lineOf(row).join(', ')});`;
  return {
    sum: `INSERT INTO spending SELECT ${[...lineOf('tasks'), ...sumsOf('tasks').map((sum) => `sum(${sum})`)].join(', ')} FROM tasks WHERE ${isSent('tasks')} GROUP BY 1, 2, 3, 4, 5`,
    triggers: `CREATE TRIGGER spending_added AFTER INSERT ON tasks WHEN ${isSent('new')} BEGIN
      ${add('new')}
  END;
  CREATE TRIGGER spending_changed AFTER UPDATE OF ${counts.join(', ')} ON tasks WHEN ${counts.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')} BEGIN
      ${subtract('old')}
      ${add('new')}
  END;
  CREATE TRIGGER spending_removed AFTER DELETE ON tasks WHEN ${isSent('old')} BEGIN
      ${subtract('old')}
  END;`,
  };
}
