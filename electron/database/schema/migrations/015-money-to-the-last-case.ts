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
  ALTER TABLE tasks ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN by_hand TEXT;
  UPDATE tasks SET settled = 0, cost = 0 WHERE not_charged = 1;
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
  -- A learned price names every field that the account's prices depend on, with an empty value for those that the request did not have. The empty name is
  -- the number of references. A price may have been learned from a task with such fields if any task of the same model, size and quality had more fields or
  -- references, so it is forgotten. The other learned prices are of requests without them.
  INSERT INTO prices_by_field (account, model, size, quality, fields, origin, amount, at)
    SELECT account, model, size, quality, CASE origin WHEN 'learned' THEN '{"":"","n":"","resolution":""}' ELSE '{}' END, origin, amount, at FROM prices
    WHERE origin = 'person' OR (account, model, size, quality) NOT IN (SELECT account, model, size, quality FROM tasks WHERE extras IS NOT NULL AND status = 'completed');
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
