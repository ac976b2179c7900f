import { spendingStatements } from '../spending-statements.ts';

const spending = spendingStatements(`WHEN 'failed' THEN 'failed' WHEN 'rejected' THEN 'rejected' WHEN 'unknown' THEN 'unknown' WHEN 'missing' THEN 'lost'`);

/** Fills the empty table `spending`. */
export const sumSpending = spending.sum;

/**
 * Version 15: a person can say what a task cost; a submission may have a key under which it is sent again; an id that a person entered can be taken back; an
 * account that gets no clear outcomes stops sending; a price may depend on further fields, and may be that of each picture; and a task whose id the
 * service no longer knows is no longer counted as in progress.
 */
export const moneyToTheLastCase = /* sql */ `
  ALTER TABLE tasks ADD COLUMN settled INTEGER;
  ALTER TABLE tasks ADD COLUMN idempotency_key TEXT;
  ALTER TABLE tasks ADD COLUMN by_hand TEXT;
  UPDATE tasks SET settled = 0 WHERE not_charged = 1;
  ALTER TABLE tasks DROP COLUMN not_charged;
  CREATE INDEX tasks_to_repeat ON tasks (submitted_at) WHERE idempotency_key IS NOT NULL AND status = 'unknown';

  ALTER TABLE accounts ADD COLUMN sending_stopped_at INTEGER;

  CREATE TABLE prices_by_field (
    account INTEGER NOT NULL REFERENCES accounts (id),
    model TEXT NOT NULL,
    size TEXT NOT NULL,
    quality TEXT NOT NULL,
    -- Further fields of the request and their values, as JSON with sorted names.
    fields TEXT NOT NULL DEFAULT '{}',
    -- 'picture': the amount is that of each picture.
    per TEXT NOT NULL DEFAULT 'task' CHECK (per IN ('task', 'picture')),
    -- 'learned': from what the service said a task cost.
    origin TEXT NOT NULL CHECK (origin IN ('person', 'learned')),
    -- Null: the person says that it is unknown.
    amount INTEGER CHECK (amount IS NOT NULL OR origin = 'person'),
    at INTEGER NOT NULL,
    PRIMARY KEY (account, model, size, quality, fields, origin)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO prices_by_field (account, model, size, quality, origin, amount, at) SELECT account, model, size, quality, origin, amount, at FROM prices;
  DROP TABLE prices;
  ALTER TABLE prices_by_field RENAME TO prices;

  DROP TRIGGER spending_added;
  DROP TRIGGER spending_changed;
  DROP TRIGGER spending_removed;
  DELETE FROM spending;
  -- The practice service names credits, but charges nothing.
  UPDATE tasks SET cost = 0 WHERE account IN (SELECT id FROM accounts WHERE kind = 'practice') AND cost IS NOT 0;
  ${spending.sum};
  ${spending.triggers}
`;
