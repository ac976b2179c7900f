/**
 * Version 6: names of files that say something which neither the prompt nor the title says, because a person gave them, have an index.
 * Names of Latent's own making, a time and the beginning of the prompt, are not in it: of a million pictures it would be as large as the index of
 * prompts, and say the same. Who writes a path writes its name here (`picture-names.ts`), put together (NFC).
 *
 * The other half: texts that came in pieces are put together in `apart` from now on. What is there already is read in the background
 * (`name-reading.ts`).
 */
export const namesOfFiles = /* sql */ `
  CREATE TABLE picture_names (
    image INTEGER PRIMARY KEY REFERENCES images (id) ON DELETE CASCADE,
    name TEXT NOT NULL
  ) STRICT;

  CREATE VIRTUAL TABLE name_words USING fts5(name,
    content='picture_names', content_rowid='image', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
  CREATE VIRTUAL TABLE name_parts USING fts5(name,
    content='picture_names', content_rowid='image', tokenize='trigram remove_diacritics 1', detail='none', columnsize=0);

  CREATE TRIGGER name_added AFTER INSERT ON picture_names BEGIN
    INSERT INTO name_words (rowid, name) VALUES (new.image, new.name);
    INSERT INTO name_parts (rowid, name) VALUES (new.image, new.name);
  END;
  CREATE TRIGGER name_removed AFTER DELETE ON picture_names BEGIN
    INSERT INTO name_words (name_words, rowid, name) VALUES ('delete', old.image, old.name);
    INSERT INTO name_parts (name_parts, rowid, name) VALUES ('delete', old.image, old.name);
  END;
  -- What a file was called is not searched any more; what it is called now follows.
  CREATE TRIGGER picture_renamed AFTER UPDATE OF path ON images WHEN old.path IS NOT new.path BEGIN
    DELETE FROM picture_names WHERE image = old.id;
  END;

  -- Names that Latent gave are found by their time.
  CREATE INDEX tasks_imported ON tasks (created_at) WHERE imported IS NOT NULL;
`;
