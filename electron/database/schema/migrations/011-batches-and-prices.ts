/** What counts as spent: what the service said, or the estimate where it said nothing. A refused task costs nothing. */
const counted = (row: string): string => `CASE WHEN ${row}.status = 'rejected' THEN 0 ELSE coalesce(${row}.cost, ${row}.estimate, 0) END`;

/** Tasks that may cost something. What was never sent, and imported pictures, are no spending. */
const isSent = (row: string): string => `${row}.imported IS NULL AND ${row}.status NOT IN ('queued', 'withdrawn') AND coalesce(${row}.submitted_at, ${row}.accepted_at) IS NOT NULL`;

/** The key of a task's line of spending. Quarters of an hour, because every time zone's day begins with one. */
const lineOf = (row: string): readonly string[] => [
  `${row}.account`,
  `coalesce(${row}.submitted_at, ${row}.accepted_at) / 900000`,
  `coalesce(${row}.batch, 0)`,
  `${row}.model`,
  `CASE ${row}.status WHEN 'completed' THEN iif(${row}.image_count > 0, 'made', 'empty') WHEN 'failed' THEN 'failed' WHEN 'rejected' THEN 'rejected' WHEN 'unknown' THEN 'unknown' ELSE 'open' END`,
];

const sumsOf = (row: string): readonly string[] => [
  '1',
  counted(row),
  `coalesce(${row}.cost, 0)`,
  `${row}.cost IS NOT NULL`,
  `coalesce(${row}.estimate, 0)`,
  `${row}.estimate IS NOT NULL`,
  `${row}.status <> 'rejected' AND ${row}.cost IS NULL AND ${row}.estimate IS NULL`,
];

const key = ['account', 'quarter', 'batch', 'model', 'outcome'] as const;
const sums = ['tasks', 'counted', 'said', 'said_tasks', 'estimated', 'estimated_tasks', 'unpriced'] as const;

const add = (row: string): string => `INSERT INTO spending (${[...key, ...sums].join(', ')})
      SELECT ${[...lineOf(row), ...sumsOf(row)].join(', ')} WHERE ${isSent(row)}
      ON CONFLICT DO UPDATE SET ${sums.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(', ')};`;

const subtract = (row: string): string => `UPDATE spending SET ${sums.map((sum, at) => `${sum} = ${sum} - (${sumsOf(row)[at]})`).join(', ')}
      WHERE ${isSent(row)} AND (${key.join(', ')}) = (${lineOf(row).join(', ')});`;

const counts = ['account', 'status', 'submitted_at', 'accepted_at', 'image_count', 'estimate', 'cost', 'batch', 'model'] as const;

/** Fills the empty table `spending`. */
export const sumSpending = `INSERT INTO spending SELECT ${[...lineOf('tasks'), ...sumsOf('tasks').map((sum) => `sum(${sum})`)].join(', ')} FROM tasks WHERE ${isSent('tasks')} GROUP BY 1, 2, 3, 4, 5`;

/**
 * Version 11: tasks that were sent together are a batch with a name; the queue has an order; requests may have more fields; and the price of a
 * request is known. Amounts are whole billionths. `spending` holds sums that triggers keep, so that a budget is checked without reading every task.
 */
export const batchesAndPrices = /* sql */ `
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    recipe TEXT NOT NULL,
    hold TEXT,
    -- Order in the queue, among batches and single tasks.
    place REAL NOT NULL,
    -- 0 while its tasks are being written. What the process leaves so is deleted at the next start.
    complete INTEGER NOT NULL CHECK (complete IN (0, 1))
  ) STRICT;
  CREATE INDEX batches_by_time ON batches (created_at);
  CREATE INDEX batches_incomplete ON batches (id) WHERE complete = 0;

  ALTER TABLE tasks ADD COLUMN batch INTEGER REFERENCES batches (id);
  ALTER TABLE tasks ADD COLUMN place REAL NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN extras TEXT;
  ALTER TABLE tasks ADD COLUMN estimate INTEGER;
  ALTER TABLE tasks ADD COLUMN cost INTEGER;
  ALTER TABLE tasks ADD COLUMN not_charged INTEGER NOT NULL DEFAULT 0 CHECK (not_charged IN (0, 1));
  CREATE INDEX tasks_by_batch ON tasks (batch, status, place) WHERE batch IS NOT NULL;

  UPDATE tasks SET place = created_at WHERE status = 'queued';
  UPDATE tasks SET cost = CAST(round(json_extract(facts, '$.credits') * 1000000000) AS INTEGER) WHERE facts IS NOT NULL AND json_extract(facts, '$.credits') >= 0 AND json_extract(facts, '$.credits') < 1000000;

  ALTER TABLE accounts ADD COLUMN options TEXT;

  CREATE TABLE prices (
    account INTEGER NOT NULL REFERENCES accounts (id),
    model TEXT NOT NULL,
    size TEXT NOT NULL,
    quality TEXT NOT NULL,
    -- 'learned': from what the service said a task cost.
    origin TEXT NOT NULL CHECK (origin IN ('person', 'learned')),
    -- Null: the person says that it is unknown.
    amount INTEGER CHECK (amount IS NOT NULL OR origin = 'person'),
    at INTEGER NOT NULL,
    PRIMARY KEY (account, model, size, quality, origin)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO prices (account, model, size, quality, origin, amount, at)
    SELECT account, model, size, quality, 'learned', cost, max(coalesce(submitted_at, created_at)) FROM tasks
    WHERE status = 'completed' AND image_count > 0 AND cost IS NOT NULL AND imported IS NULL AND account IN (SELECT id FROM accounts WHERE kind = 'service')
    GROUP BY account, model, size, quality;

  CREATE TABLE spending (
    account INTEGER NOT NULL,
    quarter INTEGER NOT NULL,
    batch INTEGER NOT NULL,
    model TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ${sums.map((sum) => `${sum} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (account, quarter, batch, model, outcome)
  ) STRICT, WITHOUT ROWID;
  ${sumSpending};
  CREATE TRIGGER spending_added AFTER INSERT ON tasks WHEN ${isSent('new')} BEGIN
      ${add('new')}
  END;
  CREATE TRIGGER spending_changed AFTER UPDATE OF ${counts.join(', ')} ON tasks WHEN ${counts.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')} BEGIN
      ${subtract('old')}
      ${add('new')}
  END;
  CREATE TRIGGER spending_removed AFTER DELETE ON tasks WHEN ${isSent('old')} BEGIN
      ${subtract('old')}
  END;

  CREATE TABLE saved_prompts (
    id INTEGER PRIMARY KEY,
    folder TEXT NOT NULL,
    title TEXT NOT NULL,
    prompt TEXT NOT NULL,
    -- Model, size, quality and more fields as JSON; null: the text alone.
    choices TEXT,
    -- The word that inserts it after a slash.
    snippet TEXT UNIQUE,
    image INTEGER REFERENCES images (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX saved_prompts_by_image ON saved_prompts (image) WHERE image IS NOT NULL;

  CREATE TABLE presets (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    choices TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
`;
