/**
 * What workers share, beside pg-boss's own tables in the same database. Every statement may run again. Times are the server's, because the computers' clocks differ.
 *
 * A task's way: `waiting` → `sending` (one worker may POST it, and nobody else ever) → `accepted` → `done`, `failed` or `missing`. From `sending` also to `rejected` and to
 * `unknown`. Nothing leads back to `waiting`.
 */
export const queueSchema = `
CREATE SCHEMA IF NOT EXISTS latent;

CREATE TABLE IF NOT EXISTS latent.account (
  key text PRIMARY KEY,
  at_once integer NOT NULL DEFAULT 8,
  stopped boolean NOT NULL DEFAULT false,
  unclear integer NOT NULL DEFAULT 0,
  day_limit numeric,
  month_limit numeric,
  total_limit numeric
);

CREATE TABLE IF NOT EXISTS latent.spent (
  account text NOT NULL REFERENCES latent.account,
  day date NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (account, day)
);

-- One run of a worker. profile: the same in every run of it.
CREATE TABLE IF NOT EXISTS latent.process (
  id uuid PRIMARY KEY,
  profile uuid NOT NULL,
  name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  beat_at timestamptz NOT NULL DEFAULT now()
);

-- holder: the run that took it from the queue. process: the run that may POST it. poller, profile, local_id: who follows it, and under which id in that profile's history.
CREATE TABLE IF NOT EXISTS latent.task (
  id uuid PRIMARY KEY,
  place bigserial NOT NULL,
  account text NOT NULL REFERENCES latent.account,
  batch uuid,
  request jsonb NOT NULL,
  estimate numeric,
  state text NOT NULL DEFAULT 'waiting',
  offered_at timestamptz NOT NULL DEFAULT now(),
  holder uuid,
  process uuid,
  granted_on date,
  charge numeric NOT NULL DEFAULT 0,
  poller uuid,
  profile uuid,
  local_id uuid,
  remote_id text,
  message text,
  pictures jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS task_open ON latent.task (account, state) WHERE state IN ('waiting', 'sending', 'accepted');
CREATE INDEX IF NOT EXISTS task_profile ON latent.task (profile) WHERE state IN ('sending', 'accepted', 'unknown');
`;
