/**
 * Two indexes of all texts and two of file names, each one of words and one of substrings. Words are folded as unicode61 does; prefixes of one to three
 * characters have their own lists, so that a search for the first letters typed is as fast as one for a whole word. The indexes of substrings (trigrams)
 * store no positions and only name the rows to check, in a fifth of the space.
 */
export const searchIndexes = /* sql */ `
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

  -- File names that a person gave and that say more than the prompt and the title. The names that Latent makes of time and prompt are left out: for a
  -- million pictures, their index would be as large as that of prompts, and say the same. Code that writes a path also writes its name here, in NFC.
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
  -- Only the current name is searched.
  CREATE TRIGGER picture_renamed AFTER UPDATE OF path ON images WHEN old.path IS NOT new.path BEGIN
    DELETE FROM picture_names WHERE image = old.id;
  END;
`;
