/** The seed of a request: one of its fields, or the seed in the file of an imported picture. Read as JSON text, because a 64-bit seed does not fit into a number. */
const seed = `trim(nullif(coalesce(iif(json_valid(extras), extras -> '$.fields.seed', NULL), iif(json_valid(imported), imported -> '$.seed', NULL)), 'null'), '"')`;

/** What a task cost or, if that is not known, its estimate. Null for imported pictures and for tasks without a price. */
const counted = `CASE WHEN imported IS NOT NULL THEN NULL WHEN status = 'rejected' THEN 0 ELSE coalesce(cost, estimate) END`;

/**
 * Version 12. Pictures have a flag, a colour label and a note, and can be in albums, whose order is made by hand. Tasks can be found by their seed,
 * by their cost, and by the task that they repeat.
 */
export const albumsFlagsAndLabels = /* sql */ `
  -- 1: picked, -1: rejected.
  ALTER TABLE images ADD COLUMN flag INTEGER NOT NULL DEFAULT 0 CHECK (flag IN (-1, 0, 1));
  -- 0: none. 1 and up: a place in the list of colours (shared/library/marks.ts).
  ALTER TABLE images ADD COLUMN label INTEGER NOT NULL DEFAULT 0 CHECK (label BETWEEN 0 AND 5);
  ALTER TABLE images ADD COLUMN note TEXT CHECK (note <> '');
  CREATE INDEX images_flagged ON images (flag, id) WHERE flag <> 0;
  CREATE INDEX images_labelled ON images (label, id) WHERE label > 0;
  CREATE INDEX images_noted ON images (id) WHERE note IS NOT NULL;

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

  -- The album for its pictures, decided when the task is created.
  ALTER TABLE tasks ADD COLUMN album INTEGER REFERENCES albums (id) ON DELETE SET NULL;
  CREATE INDEX tasks_by_album ON tasks (album) WHERE album IS NOT NULL;
  CREATE TRIGGER picture_to_album AFTER UPDATE OF status ON images WHEN new.status = 'kept' AND old.status <> 'kept' BEGIN
    INSERT INTO album_images (album, image, place)
      SELECT album, new.id, ifnull((SELECT max(place) FROM album_images WHERE album_images.album = tasks.album AND gone = 0), 0) + 1 FROM tasks WHERE tasks.id = new.task AND album IS NOT NULL
      ON CONFLICT DO NOTHING;
  END;

  ALTER TABLE tasks ADD COLUMN seed TEXT GENERATED ALWAYS AS (${seed}) VIRTUAL;
  CREATE INDEX tasks_by_seed ON tasks (seed) WHERE seed IS NOT NULL;

  -- Billionths.
  ALTER TABLE tasks ADD COLUMN counted_cost INTEGER GENERATED ALWAYS AS (${counted}) VIRTUAL;
  CREATE INDEX tasks_by_cost ON tasks (counted_cost) WHERE counted_cost IS NOT NULL;
  CREATE INDEX tasks_by_first_attempt ON tasks (retry_of) WHERE retry_of IS NOT NULL;

  ALTER TABLE saved_searches ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
  -- Order in the same list. Null: by the time when it was saved, after those with a place.
  ALTER TABLE saved_searches ADD COLUMN place REAL;
`;
