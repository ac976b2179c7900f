/**
 * Version 5: if the texts of a task mix scripts with and without spaces, `apart` holds a copy in which the words are set apart
 * (shared/search/text/separate-scripts.ts). The index of words has it as another column. `migrate` defines the function `words_apart`.
 */
export const wordsBesideOtherScripts = /* sql */ `
  ALTER TABLE tasks ADD COLUMN apart TEXT;

  DROP TRIGGER text_added;
  DROP TRIGGER text_changed;
  DROP TRIGGER text_removed;
  UPDATE tasks SET apart = words_apart(prompt, model, title, said_code, said_message)
    WHERE words_apart(prompt, model, title, said_code, said_message) IS NOT NULL;

  DROP TABLE task_words;
  CREATE VIRTUAL TABLE task_words USING fts5(prompt, model, title, said_code, said_message, apart,
    content='tasks', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
  INSERT INTO task_words (task_words) VALUES ('rebuild');

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
