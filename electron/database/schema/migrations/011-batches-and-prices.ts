import { spendingStatements, spendingSums } from '../spending-statements.ts';

const spending = spendingStatements(`WHEN 'failed' THEN 'failed' WHEN 'rejected' THEN 'rejected' WHEN 'unknown' THEN 'unknown'`);

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
    ${spendingSums.map((sum) => `${sum} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (account, quarter, batch, model, outcome)
  ) STRICT, WITHOUT ROWID;
  ${spending.sum};
  ${spending.triggers}

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
