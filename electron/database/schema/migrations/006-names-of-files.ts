/**
 * Version 6: an index of file names that a person gave, and that say more than the prompt and the title. It leaves out the names that Latent makes
 * from the time and the prompt: for a million pictures it would be as large as the index of prompts, and say the same. Code that writes a path also
 * writes its name here (`picture-names.ts`), in NFC.
 *
 * From this version on, `apart` also holds decomposed text in NFC. Existing rows are read in the background (`name-reading.ts`).
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
