import { promptFingerprint } from '../tables/tasks/prompt-fingerprint.ts';
import { searchIndexes } from './search-indexes.ts';
import { spending } from './spending-statements.ts';

/** The seed of a request: one of its fields, or the seed in the file of an imported picture. Read as JSON text, because a 64-bit seed does not fit into a number. */
const seed = `trim(nullif(coalesce(iif(json_valid(extras), extras -> '$.fields.seed', NULL), iif(json_valid(imported), imported -> '$.seed', NULL)), 'null'), '"')`;

/** What a task cost or, if that is not known, its estimate. Null for imported pictures and for tasks without a price. */
const counted = `CASE WHEN imported IS NOT NULL THEN NULL WHEN status = 'rejected' THEN 0 ELSE coalesce(cost, estimate) END`;

const accountsAndBatches = /* sql */ `
  -- A removed account stays as a name for its tasks.
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    -- Web pages for keys and billing.
    key_console TEXT,
    billing_console TEXT,
    -- AccountOptions as JSON.
    options TEXT,
    -- Since when it sends nothing, because too many outcomes in a row were unknown.
    sending_stopped_at INTEGER
  ) STRICT;

  -- Tasks that were sent together.
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- BatchRecipe and BatchHold as JSON.
    recipe TEXT NOT NULL,
    hold TEXT,
    -- Order in the queue, among batches and single tasks.
    place REAL NOT NULL,
    -- 0 while its tasks are being written. What the process leaves so is deleted at the next start.
    complete INTEGER NOT NULL CHECK (complete IN (0, 1))
  ) STRICT;
  CREATE INDEX batches_by_time ON batches (created_at);
  CREATE INDEX batches_incomplete ON batches (id) WHERE complete = 0;
`;

const tasks = /* sql */ `
  -- Each imported picture has a row too, so that search, marks and trash treat it like any other. Everything about submissions leaves these rows out.
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
    said_status INTEGER, said_code TEXT, said_message TEXT,

    polls INTEGER NOT NULL,
    last_poll_at INTEGER,
    trouble_kind TEXT, trouble_status INTEGER, trouble_code TEXT, trouble_message TEXT, trouble_retry_at INTEGER,
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
    ) VIRTUAL,

    title TEXT NOT NULL DEFAULT '',
    -- What is known of an imported picture, as JSON.
    imported TEXT,
    -- If the texts mix scripts with and without spaces, or are not in NFC: a copy for the search (shared/search/text/separate-scripts.ts).
    apart TEXT,
    batch INTEGER REFERENCES batches (id),
    -- Order in the queue.
    place REAL NOT NULL DEFAULT 0,
    -- Further fields and references of the request, as JSON.
    extras TEXT,
    -- Amounts are whole billionths.
    estimate INTEGER,
    cost INTEGER,
    -- The album for its pictures, decided when the task is created.
    album INTEGER REFERENCES albums (id) ON DELETE SET NULL,
    seed TEXT GENERATED ALWAYS AS (${seed}) VIRTUAL,
    counted_cost INTEGER GENERATED ALWAYS AS (${counted}) VIRTUAL,
    -- What the person says that it cost. It stands in cost as well.
    settled INTEGER,
    -- The submission can be sent again with this key.
    idempotency_key TEXT,
    repeated INTEGER NOT NULL DEFAULT 0,
    -- Why the outcome was unknown before the person entered the id, so that the id can be taken back.
    by_hand TEXT
  ) STRICT;

  CREATE INDEX tasks_by_remote_id ON tasks (remote_id) WHERE remote_id IS NOT NULL;
  CREATE INDEX tasks_unfinished ON tasks (created_at, uuid) WHERE unfinished = 1;
  CREATE INDEX tasks_at_head ON tasks (created_at, uuid) WHERE at_head = 1;
  CREATE INDEX tasks_by_model ON tasks (model, id);
  CREATE INDEX tasks_history ON tasks (created_at, uuid) WHERE imported IS NULL;
  CREATE INDEX tasks_by_status ON tasks (status, created_at, uuid) WHERE imported IS NULL;
  -- File names that Latent gave are found by their time.
  CREATE INDEX tasks_imported ON tasks (created_at) WHERE imported IS NOT NULL;
  CREATE INDEX tasks_by_size ON tasks (size);
  CREATE INDEX tasks_by_batch ON tasks (batch, status, place) WHERE batch IS NOT NULL;
  CREATE INDEX tasks_by_album ON tasks (album) WHERE album IS NOT NULL;
  CREATE INDEX tasks_by_seed ON tasks (seed) WHERE seed IS NOT NULL;
  CREATE INDEX tasks_by_cost ON tasks (counted_cost) WHERE counted_cost IS NOT NULL;
  CREATE INDEX tasks_by_first_attempt ON tasks (retry_of) WHERE retry_of IS NOT NULL;
  CREATE INDEX tasks_by_prompt ON tasks (${promptFingerprint('trim(prompt)')}) WHERE trim(prompt) <> '';
  CREATE INDEX tasks_to_repeat ON tasks (submitted_at) WHERE idempotency_key IS NOT NULL AND status = 'unknown';

  -- The service's last answer, redacted.
  CREATE TABLE answers (
    task INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    http_status INTEGER,
    body TEXT NOT NULL,
    truncated INTEGER NOT NULL CHECK (truncated IN (0, 1))
  ) STRICT;

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

  -- How often a model, size or quality was requested, for suggestions. Those of imported pictures have no uses: only filters list them.
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
`;

const images = /* sql */ `
  -- AUTOINCREMENT: thumbnails are stored by this id, so no id is used twice.
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
    -- Pictures of a task are adjacent in the gallery (place-in-order.ts).
    saved_at INTEGER CHECK ((status = 'kept') = (saved_at IS NOT NULL)),
    source_kind TEXT CHECK (status <> 'kept' OR source_kind IS NULL),
    source_url TEXT CHECK ((source_kind IS 'url') = (source_url IS NOT NULL)),
    favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1)),
    rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
    trashed_at INTEGER CHECK (trashed_at IS NULL OR status = 'kept'),
    -- Removed for good by the person. The row stays, so that the picture stays in the history and is not requested again.
    removed_at INTEGER CHECK (removed_at IS NULL OR status = 'expired'),
    -- 1: picked, -1: rejected.
    flag INTEGER NOT NULL DEFAULT 0 CHECK (flag IN (-1, 0, 1)),
    -- 0: none. 1 and up: a place in the list of colours (shared/library/marks.ts).
    label INTEGER NOT NULL DEFAULT 0 CHECK (label BETWEEN 0 AND 5),
    note TEXT CHECK (note <> ''),
    UNIQUE (task, position)
  ) STRICT;

  -- All that the gallery's first order needs.
  CREATE INDEX images_library ON images (saved_at, id, task) WHERE status = 'kept' AND trashed_at IS NULL;
  CREATE INDEX images_trash ON images (trashed_at, id, task) WHERE trashed_at IS NOT NULL;
  CREATE INDEX images_favourite ON images (saved_at, id) WHERE favourite = 1;
  CREATE INDEX images_rated ON images (rating, saved_at, id) WHERE rating > 0;
  -- A file that was moved is looked for by its length first.
  CREATE INDEX images_by_bytes ON images (bytes) WHERE status = 'kept';
  CREATE INDEX images_by_size ON images (width, height) WHERE status = 'kept';
  CREATE INDEX images_flagged ON images (flag, id) WHERE flag <> 0;
  CREATE INDEX images_labelled ON images (label, id) WHERE label > 0;
  -- With the notes themselves: a search reads all of them for every letter typed, which is ten times as fast as reading the row of each.
  CREATE INDEX images_noted ON images (id, note) WHERE note IS NOT NULL;

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

  -- How many pictures are in each place, because counting a million takes 30 ms, and how many have ever left it.
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
`;

const tagsAndAlbums = /* sql */ `
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

  CREATE TABLE albums (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- Order in the list of albums and saved searches.
    place REAL NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    -- 1: pictures of new tasks go here.
    takes_new INTEGER NOT NULL DEFAULT 0 CHECK (takes_new IN (0, 1)),
    created_at INTEGER NOT NULL,
    -- Removing an album can be undone. Its row and its pictures' rows are deleted later, in slices.
    removed_at INTEGER CHECK (removed_at IS NULL OR takes_new = 0)
  ) STRICT;
  CREATE UNIQUE INDEX albums_taking ON albums (takes_new) WHERE takes_new = 1;

  CREATE TABLE album_images (
    album INTEGER NOT NULL REFERENCES albums (id) ON DELETE CASCADE,
    image INTEGER NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    place REAL NOT NULL,
    -- 1: the picture was taken out. The row stays, so that undoing it puts the picture back in its place.
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    PRIMARY KEY (album, image)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX album_images_in_order ON album_images (album, place, image) WHERE gone = 0;
  CREATE INDEX album_images_by_image ON album_images (image);
  CREATE TRIGGER picture_to_album AFTER UPDATE OF status ON images WHEN new.status = 'kept' AND old.status <> 'kept' BEGIN
    INSERT INTO album_images (album, image, place)
      SELECT album, new.id, ifnull((SELECT max(place) FROM album_images WHERE album_images.album = tasks.album AND gone = 0), 0) + 1 FROM tasks WHERE tasks.id = new.task AND album IS NOT NULL
      ON CONFLICT DO NOTHING;
  END;
`;

const money = /* sql */ `
  CREATE TABLE prices (
    account INTEGER NOT NULL REFERENCES accounts (id),
    model TEXT NOT NULL,
    size TEXT NOT NULL,
    quality TEXT NOT NULL,
    -- Further fields of the request and their values, as JSON with sorted names. A learned price names every field that the account's prices depend on,
    -- with an empty value for those that the request did not have. The empty name is the number of references.
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

  ${spending}
`;

const saved = /* sql */ `
  CREATE TABLE saved_searches (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    query TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    -- Order in the list of albums and saved searches. Null: by the time when it was saved, after those with a place.
    place REAL
  ) STRICT;

  CREATE TABLE saved_prompts (
    id INTEGER PRIMARY KEY,
    folder TEXT NOT NULL,
    title TEXT NOT NULL,
    -- Empty: the settings alone.
    prompt TEXT NOT NULL CHECK (prompt <> '' OR choices IS NOT NULL),
    -- Model, size, quality, more fields and how many as JSON; null: the text alone.
    choices TEXT,
    -- The word that inserts it after a slash.
    snippet TEXT UNIQUE,
    image INTEGER REFERENCES images (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX saved_prompts_by_image ON saved_prompts (image) WHERE image IS NOT NULL;
`;

/** An import can be paused, interrupted by a crash, and undone. The outcome of each file is therefore written in one transaction with its picture. */
const imports = /* sql */ `
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

/**
 * The schema of the first release. It never changes: later versions add steps (`migrate.ts`).
 *
 * Later versions may add reasons and kinds of trouble, so these are checked when rows are read and not here: a new word must never keep an id from being
 * written. Statuses, and the columns that each status needs, are checked here. A window opens as fast with a large library as with a small one: triggers
 * count totals, suggestions and the images of a task, and every list has an index in its own order.
 */
export const baseline = [accountsAndBatches, tasks, images, tagsAndAlbums, money, saved, imports, searchIndexes].join('');
