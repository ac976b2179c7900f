/**
 * Version 2: what a person adds to pictures (favourite, rating, tags, trash), titles of pictures from elsewhere, and a
 * search index by words in addition to the one by substrings.
 *
 * The index of substrings no longer stores positions. It only names the rows to check, in a fifth of the space. Words are
 * folded as unicode61 does. Prefixes of one to three characters have their own lists, so that a search for the first
 * letters typed is as fast as one for a whole word.
 */
export const aMillionPictures = /* sql */ `
  ALTER TABLE tasks ADD COLUMN title TEXT NOT NULL DEFAULT '';
  CREATE INDEX tasks_by_model ON tasks (model, id);

  ALTER TABLE images ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1));
  ALTER TABLE images ADD COLUMN rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5);
  ALTER TABLE images ADD COLUMN trashed_at INTEGER CHECK (trashed_at IS NULL OR status = 'kept');

  DROP INDEX images_spine;
  CREATE INDEX images_spine ON images (saved_at, id, task) WHERE status = 'kept' AND trashed_at IS NULL;
  CREATE INDEX images_trash ON images (trashed_at, id, task) WHERE trashed_at IS NOT NULL;
  CREATE INDEX images_favourite ON images (saved_at, id) WHERE favourite = 1;
  CREATE INDEX images_rated ON images (rating, saved_at, id) WHERE rating > 0;
  -- A file that was moved is looked for by its length first.
  CREATE INDEX images_by_bytes ON images (bytes) WHERE status = 'kept';

  -- How many pictures lie where (counting a million takes thirty milliseconds), and how many ever left: who holds the ids of a
  -- place knows by both whether only new ones came.
  CREATE TABLE picture_counts (
    place TEXT PRIMARY KEY CHECK (place IN ('library', 'trash')),
    pictures INTEGER NOT NULL,
    gone INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO picture_counts SELECT 'library', count(*), 0 FROM images WHERE status = 'kept';
  INSERT INTO picture_counts VALUES ('trash', 0, 0);
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

  DROP TRIGGER text_added;
  DROP TRIGGER text_changed;
  DROP TRIGGER text_removed;
  DROP TABLE task_text;

  CREATE VIRTUAL TABLE task_words USING fts5(prompt, model, title, said_code, said_message,
    content='tasks', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
  CREATE VIRTUAL TABLE task_parts USING fts5(prompt, model, title, said_code, said_message,
    content='tasks', content_rowid='id', tokenize='trigram remove_diacritics 1', detail='none', columnsize=0);
  INSERT INTO task_words (task_words) VALUES ('rebuild');
  INSERT INTO task_parts (task_parts) VALUES ('rebuild');

  CREATE TRIGGER text_added AFTER INSERT ON tasks BEGIN
    INSERT INTO task_words (rowid, prompt, model, title, said_code, said_message)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message);
    INSERT INTO task_parts (rowid, prompt, model, title, said_code, said_message)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message);
  END;
  CREATE TRIGGER text_changed AFTER UPDATE OF prompt, model, title, said_code, said_message ON tasks
    WHEN old.prompt IS NOT new.prompt OR old.model IS NOT new.model OR old.title IS NOT new.title
      OR old.said_code IS NOT new.said_code OR old.said_message IS NOT new.said_message
  BEGIN
    INSERT INTO task_words (task_words, rowid, prompt, model, title, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message);
    INSERT INTO task_words (rowid, prompt, model, title, said_code, said_message)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message);
    INSERT INTO task_parts (task_parts, rowid, prompt, model, title, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message);
    INSERT INTO task_parts (rowid, prompt, model, title, said_code, said_message)
      VALUES (new.id, new.prompt, new.model, new.title, new.said_code, new.said_message);
  END;
  CREATE TRIGGER text_removed AFTER DELETE ON tasks BEGIN
    INSERT INTO task_words (task_words, rowid, prompt, model, title, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message);
    INSERT INTO task_parts (task_parts, rowid, prompt, model, title, said_code, said_message)
      VALUES ('delete', old.id, old.prompt, old.model, old.title, old.said_code, old.said_message);
  END;
`;
