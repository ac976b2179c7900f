/**
 * Version 4: imported pictures. Each has a row in `tasks`, so that search, marks and trash treat it like any other picture. `imported` holds
 * what is known of it, as JSON. Everything about submissions leaves these rows out: the indexes of the history and the counts contain only
 * submissions, and the compose bar does not suggest the model of an imported picture.
 *
 * An import can be paused, interrupted by a crash, and undone. The outcome of each file is therefore written in one transaction with its picture.
 */
export const importedPictures = /* sql */ `
  ALTER TABLE tasks ADD COLUMN imported TEXT;

  DROP INDEX tasks_history;
  DROP INDEX tasks_by_status;
  CREATE INDEX tasks_history ON tasks (created_at, uuid) WHERE imported IS NULL;
  CREATE INDEX tasks_by_status ON tasks (status, created_at, uuid) WHERE imported IS NULL;

  DROP TRIGGER task_counted;
  DROP TRIGGER task_recounted;
  DROP TRIGGER task_uncounted;
  CREATE TRIGGER task_counted AFTER INSERT ON tasks WHEN new.imported IS NULL BEGIN
    INSERT INTO task_counts VALUES (new.status, 1) ON CONFLICT DO UPDATE SET tasks = tasks + 1;
  END;
  CREATE TRIGGER task_recounted AFTER UPDATE OF status, imported ON tasks
    WHEN old.status <> new.status OR (old.imported IS NULL) <> (new.imported IS NULL)
  BEGIN
    UPDATE task_counts SET tasks = tasks - 1 WHERE status = old.status AND old.imported IS NULL;
    INSERT INTO task_counts SELECT new.status, 1 WHERE new.imported IS NULL ON CONFLICT DO UPDATE SET tasks = tasks + 1;
  END;
  CREATE TRIGGER task_uncounted AFTER DELETE ON tasks WHEN old.imported IS NULL BEGIN
    UPDATE task_counts SET tasks = tasks - 1 WHERE status = old.status;
  END;

  -- Filters look up the names that are in use here, also those that were never asked for: they have no uses.
  DROP TRIGGER values_used;
  CREATE TRIGGER values_used AFTER INSERT ON tasks BEGIN
    INSERT INTO used_values VALUES
      ('model', new.model, new.imported IS NULL), ('size', new.size, new.imported IS NULL), ('quality', new.quality, new.imported IS NULL)
      ON CONFLICT DO UPDATE SET uses = uses + excluded.uses;
  END;

  CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    -- Absolute paths of the files and folders that were chosen, as JSON.
    sources TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'cancelled', 'ended', 'undoing', 'undone', 'read'))
  ) STRICT;

  CREATE TABLE import_files (
    import INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    -- Absolute.
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    -- The picture that it became, by its task's id.
    task TEXT CHECK ((outcome = 'added') = (task IS NOT NULL)),
    PRIMARY KEY (import, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX import_files_by_task ON import_files (task) WHERE task IS NOT NULL;
`;
