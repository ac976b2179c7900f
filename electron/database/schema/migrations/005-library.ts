/**
 * Version 5, the oldest that is read: accounts, tasks with their last answers and images, marks, imports, and the search indexes. Earlier versions
 * existed only during development. Line breaks inside a definition stay as they are, because a start compares the definitions in a file with
 * these (`integrity.ts`). In files of that time, the last columns of `tasks` and `images` were added later.
 *
 * Later versions may add reasons and kinds of trouble, so these are checked when rows are read and not here: a new
 * word must never keep an id from being written. Statuses, and the columns that each status needs, are checked here.
 *
 * A window opens as fast with a large library as with a small one: triggers count totals, suggestions and the images
 * of a task, and every list has an index in its own order.
 *
 * What a person adds to a picture (favourite, rating, trash) is in `images`. An imported picture has a row in `tasks`, so that search, marks and
 * trash treat it like any other. `imported` holds what is known of it, as JSON. Everything about submissions leaves these rows out. An import can
 * be paused, interrupted by a crash, and undone, so the outcome of each file is written in one transaction with its picture.
 *
 * `task_words` finds words, folded as unicode61 does. Prefixes of one to three characters have their own lists, so that a search for the first
 * letters typed is as fast as one for a whole word. If the texts of a task mix scripts with and without spaces, `apart` holds a copy in which the
 * words are set apart (shared/search/apart.ts). `task_parts` finds substrings. It stores no positions and only names the rows to check, in a fifth
 * of the space.
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
  , title TEXT NOT NULL DEFAULT '', imported TEXT, apart TEXT) STRICT;

  CREATE INDEX tasks_history ON tasks (created_at, uuid) WHERE imported IS NULL;
  CREATE INDEX tasks_by_status ON tasks (status, created_at, uuid) WHERE imported IS NULL;
  CREATE INDEX tasks_by_remote_id ON tasks (remote_id) WHERE remote_id IS NOT NULL;
  CREATE INDEX tasks_unfinished ON tasks (created_at, uuid) WHERE unfinished = 1;
  CREATE INDEX tasks_at_head ON tasks (created_at, uuid) WHERE at_head = 1;
  CREATE INDEX tasks_by_model ON tasks (model, id);

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
    source_url TEXT CHECK ((source_kind IS 'url') = (source_url IS NOT NULL)), favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1)), rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5), trashed_at INTEGER CHECK (trashed_at IS NULL OR status = 'kept'), removed_at INTEGER CHECK (removed_at IS NULL OR status = 'expired'),
    UNIQUE (task, position)
  ) STRICT;

  CREATE INDEX images_spine ON images (saved_at, id, task) WHERE status = 'kept' AND trashed_at IS NULL;
  CREATE INDEX images_trash ON images (trashed_at, id, task) WHERE trashed_at IS NOT NULL;
  CREATE INDEX images_favourite ON images (saved_at, id) WHERE favourite = 1;
  CREATE INDEX images_rated ON images (rating, saved_at, id) WHERE rating > 0;
  -- A file that was moved is looked for by its length first.
  CREATE INDEX images_by_bytes ON images (bytes) WHERE status = 'kept';

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

  -- How often a model, size or quality was asked for, for the suggestions of the compose bar. Filters look up the names that are in use
  -- here, also those that were never asked for: they have no uses.
  CREATE TABLE used_values (
    field TEXT NOT NULL CHECK (field IN ('model', 'size', 'quality')),
    value TEXT NOT NULL,
    uses INTEGER NOT NULL,
    PRIMARY KEY (field, value)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER values_used AFTER INSERT ON tasks BEGIN
    INSERT INTO used_values VALUES
      ('model', new.model, new.imported IS NULL), ('size', new.size, new.imported IS NULL), ('quality', new.quality, new.imported IS NULL)
      ON CONFLICT DO UPDATE SET uses = uses + excluded.uses;
  END;

  -- How many pictures lie where (counting a million takes thirty milliseconds), and how many ever left: who holds the ids of a
  -- place knows by both whether only new ones came.
  CREATE TABLE picture_counts (
    place TEXT PRIMARY KEY CHECK (place IN ('library', 'trash')),
    pictures INTEGER NOT NULL,
    gone INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO picture_counts VALUES ('library', 0, 0), ('trash', 0, 0);
  CREATE TRIGGER picture_counted AFTER INSERT ON images WHEN new.status = 'kept' BEGIN
    UPDATE picture_counts SET pictures = pictures + 1 WHERE place = iif(new.trashed_at IS NULL, 'library', 'trash');
  END;
  CREATE TRIGGER picture_recounted AFTER UPDATE OF status, trashed_at, saved_at ON images
    WHEN old.status IS NOT new.status OR old.trashed_at IS NOT new.trashed_at OR old.saved_at IS NOT new.saved_at
  BEGIN
    UPDATE picture_counts SET pictures = pictures - 1, gone = gone + 1
      WHERE old.status = 'kept' AND place = iif(old.trashed_at IS NULL, 'library', 'trash');
    UPDATE picture_counts SET pictures = pictures + 1
      WHERE new.status = 'kept' AND place = iif(new.trashed_at IS NULL, 'library', 'trash');
  END;
  CREATE TRIGGER picture_uncounted AFTER DELETE ON images WHEN old.status = 'kept' BEGIN
    UPDATE picture_counts SET pictures = pictures - 1, gone = gone + 1 WHERE place = iif(old.trashed_at IS NULL, 'library', 'trash');
  END;

  CREATE TABLE tags (
    id INTEGER PRIMARY KEY,
    -- As the person wrote it first; the same word in another case is the same tag.
    name TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE image_tags (
    image INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    tag INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    PRIMARY KEY (image, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX image_tags_by_tag ON image_tags (tag, image);

  CREATE TABLE saved_searches (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    query TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT;

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

  CREATE VIRTUAL TABLE task_words USING fts5(prompt, model, title, said_code, said_message, apart,
    content='tasks', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
  CREATE VIRTUAL TABLE task_parts USING fts5(prompt, model, title, said_code, said_message,
    content='tasks', content_rowid='id', tokenize='trigram remove_diacritics 1', detail='none', columnsize=0);
  CREATE TRIGGER text_added AFTER INSERT ON tasks BEGIN
    INSERT INTO task_words (rowid, prompt, model, title, said_code, said_message, apart)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message, new.apart);
    INSERT INTO task_parts (rowid, prompt, model, title, said_code, said_message)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message);
  END;
  CREATE TRIGGER text_changed AFTER UPDATE OF prompt, model, title, said_code, said_message, apart ON tasks
    WHEN old.prompt IS NOT new.prompt OR old.model IS NOT new.model OR old.title IS NOT new.title
      OR old.said_code IS NOT new.said_code OR old.said_message IS NOT new.said_message OR old.apart IS NOT new.apart
  BEGIN
    INSERT INTO task_words (task_words, rowid, prompt, model, title, said_code, said_message, apart)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message, old.apart);
    INSERT INTO task_words (rowid, prompt, model, title, said_code, said_message, apart)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message, new.apart);
    INSERT INTO task_parts (task_parts, rowid, prompt, model, title, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message);
    INSERT INTO task_parts (rowid, prompt, model, title, said_code, said_message)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message);
  END;
  CREATE TRIGGER text_removed AFTER DELETE ON tasks BEGIN
    INSERT INTO task_words (task_words, rowid, prompt, model, title, said_code, said_message, apart)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message, old.apart);
    INSERT INTO task_parts (task_parts, rowid, prompt, model, title, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message);
  END;
`;
