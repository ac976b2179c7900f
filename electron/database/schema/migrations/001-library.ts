/**
 * Version 1: accounts, tasks, their last answers and their images.
 *
 * Later versions may add reasons and kinds of trouble, so these are checked when rows are read and not here: a new
 * word must never keep an id from being written. Statuses, and the columns that each status needs, are checked here.
 *
 * A window opens as fast with a large library as with a small one: triggers count totals, suggestions and the images
 * of a task, and every list has an index in its own order.
 */
export const library = /* sql */ `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id),
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    size TEXT NOT NULL,
    quality TEXT NOT NULL,
    retry_of TEXT,
    adopted INTEGER NOT NULL CHECK (adopted IN (0, 1)),
    created_at INTEGER NOT NULL,
    submitted_at INTEGER,
    accepted_at INTEGER,
    ended_at INTEGER,
    dismissed_at INTEGER,

    status TEXT NOT NULL CHECK (status IN ('queued', 'submitting', 'unknown', 'rejected', 'withdrawn',
      'processing', 'paused', 'missing', 'completed', 'failed')),
    -- What a queued task waits for, why an outcome is unknown, who paused it.
    reason TEXT CHECK ((status IN ('queued', 'unknown', 'paused')) = (reason IS NOT NULL)),
    remote_id TEXT CHECK ((status IN ('processing', 'paused', 'missing', 'completed', 'failed')) = (remote_id IS NOT NULL)),
    misses INTEGER CHECK ((status = 'processing') = (misses IS NOT NULL)),
    image_count INTEGER CHECK ((status = 'completed') = (image_count IS NOT NULL)),
    said_status INTEGER,
    said_code TEXT,
    said_message TEXT,

    polls INTEGER NOT NULL,
    last_poll_at INTEGER,
    trouble_kind TEXT,
    trouble_status INTEGER,
    trouble_code TEXT,
    trouble_message TEXT,
    trouble_retry_at INTEGER,
    -- ServiceFacts as JSON; null when the service told none.
    facts TEXT,

    -- Kept by the triggers on images.
    images INTEGER NOT NULL DEFAULT 0,
    images_kept INTEGER NOT NULL DEFAULT 0,
    images_waiting INTEGER NOT NULL DEFAULT 0,

    -- isInFlight, or completed with images to fetch.
    unfinished INTEGER NOT NULL GENERATED ALWAYS AS (
      status IN ('queued', 'submitting', 'processing', 'paused') OR (status = 'completed' AND images_waiting > 0)
    ) VIRTUAL,
    -- isAtHead of shared/task.ts.
    at_head INTEGER NOT NULL GENERATED ALWAYS AS (
      status IN ('queued', 'submitting', 'processing', 'paused')
      OR (dismissed_at IS NULL AND status <> 'withdrawn'
        AND (status <> 'completed' OR image_count = 0 OR images = 0 OR images_kept < images))
    ) VIRTUAL
  ) STRICT;

  CREATE INDEX tasks_history ON tasks (created_at, uuid);
  CREATE INDEX tasks_by_status ON tasks (status, created_at, uuid);
  CREATE INDEX tasks_by_remote_id ON tasks (remote_id) WHERE remote_id IS NOT NULL;
  CREATE INDEX tasks_unfinished ON tasks (created_at, uuid) WHERE unfinished = 1;
  CREATE INDEX tasks_at_head ON tasks (created_at, uuid) WHERE at_head = 1;

  -- The service's last answer, redacted.
  CREATE TABLE answers (
    task INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    http_status INTEGER,
    body TEXT NOT NULL,
    truncated INTEGER NOT NULL CHECK (truncated IN (0, 1))
  ) STRICT;

  -- AUTOINCREMENT: thumbnails are filed under the id, so that one is never given twice.
  CREATE TABLE images (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    task INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'kept', 'expired', 'refused')),
    attempts INTEGER CHECK ((status = 'waiting') = (attempts IS NOT NULL)),
    trouble TEXT,
    refusal TEXT CHECK ((status = 'refused') = (refusal IS NOT NULL)),
    detail TEXT CHECK ((status = 'refused') = (detail IS NOT NULL)),
    path TEXT CHECK ((status = 'kept') = (path IS NOT NULL)),
    type TEXT CHECK ((status = 'kept') = (type IS NOT NULL)),
    width INTEGER CHECK ((status = 'kept') = (width IS NOT NULL)),
    height INTEGER CHECK ((status = 'kept') = (height IS NOT NULL)),
    bytes INTEGER CHECK ((status = 'kept') = (bytes IS NOT NULL)),
    sha256 TEXT CHECK ((status = 'kept') = (sha256 IS NOT NULL)),
    saved_at INTEGER CHECK ((status = 'kept') = (saved_at IS NOT NULL)),
    source_kind TEXT CHECK (status <> 'kept' OR source_kind IS NULL),
    source_url TEXT CHECK ((source_kind IS 'url') = (source_url IS NOT NULL)),
    UNIQUE (task, position)
  ) STRICT;

  -- Holds all of the spine, in its order.
  CREATE INDEX images_spine ON images (saved_at, id, width, height) WHERE status = 'kept';

  CREATE TRIGGER image_added AFTER INSERT ON images BEGIN
    UPDATE tasks SET images = images + 1,
      images_kept = images_kept + (new.status = 'kept'),
      images_waiting = images_waiting + (new.status = 'waiting')
    WHERE id = new.task;
  END;
  CREATE TRIGGER image_changed AFTER UPDATE OF status ON images WHEN old.status <> new.status BEGIN
    UPDATE tasks SET
      images_kept = images_kept + (new.status = 'kept') - (old.status = 'kept'),
      images_waiting = images_waiting + (new.status = 'waiting') - (old.status = 'waiting')
    WHERE id = new.task;
  END;
  CREATE TRIGGER image_removed AFTER DELETE ON images BEGIN
    UPDATE tasks SET images = images - 1,
      images_kept = images_kept - (old.status = 'kept'),
      images_waiting = images_waiting - (old.status = 'waiting')
    WHERE id = old.task;
  END;

  CREATE TABLE task_counts (status TEXT PRIMARY KEY, tasks INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER task_counted AFTER INSERT ON tasks BEGIN
    INSERT INTO task_counts VALUES (new.status, 1) ON CONFLICT DO UPDATE SET tasks = tasks + 1;
  END;
  CREATE TRIGGER task_recounted AFTER UPDATE OF status ON tasks WHEN old.status <> new.status BEGIN
    UPDATE task_counts SET tasks = tasks - 1 WHERE status = old.status;
    INSERT INTO task_counts VALUES (new.status, 1) ON CONFLICT DO UPDATE SET tasks = tasks + 1;
  END;
  CREATE TRIGGER task_uncounted AFTER DELETE ON tasks BEGIN
    UPDATE task_counts SET tasks = tasks - 1 WHERE status = old.status;
  END;

  -- How often a model, size or quality was asked for, for the suggestions of the compose bar.
  CREATE TABLE used_values (
    field TEXT NOT NULL CHECK (field IN ('model', 'size', 'quality')),
    value TEXT NOT NULL,
    uses INTEGER NOT NULL,
    PRIMARY KEY (field, value)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER values_used AFTER INSERT ON tasks BEGIN
    INSERT INTO used_values VALUES ('model', new.model, 1), ('size', new.size, 1), ('quality', new.quality, 1)
      ON CONFLICT DO UPDATE SET uses = uses + 1;
  END;

  -- Substrings in any script; trigrams fold case as Unicode does.
  CREATE VIRTUAL TABLE task_text USING fts5(prompt, said_code, said_message, content='tasks', content_rowid='id', tokenize='trigram');
  CREATE TRIGGER text_added AFTER INSERT ON tasks BEGIN
    INSERT INTO task_text (rowid, prompt, said_code, said_message) VALUES (new.id, new.prompt, new.said_code, new.said_message);
  END;
  CREATE TRIGGER text_changed AFTER UPDATE OF prompt, said_code, said_message ON tasks
    WHEN old.prompt IS NOT new.prompt OR old.said_code IS NOT new.said_code OR old.said_message IS NOT new.said_message
  BEGIN
    INSERT INTO task_text (task_text, rowid, prompt, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.said_code, old.said_message);
    INSERT INTO task_text (rowid, prompt, said_code, said_message) VALUES (new.id, new.prompt, new.said_code, new.said_message);
  END;
  CREATE TRIGGER text_removed AFTER DELETE ON tasks BEGIN
    INSERT INTO task_text (task_text, rowid, prompt, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.said_code, old.said_message);
  END;
`;
