import type { Connection } from '../sqlite/statements.ts';

/**
 * Reads file names and composes decomposed text (NFC) for a history from before version 6. A million pictures keep a core busy for 10 to 40
 * seconds, so this happens after the start. Until it is done, a search may miss pictures by their file name. The database stores the progress,
 * and the next start continues from there.
 */
export interface NameReading {
  /** Reads a few hundred tasks. Returns false when nothing is left. If SQLite throws, nothing has changed. */
  step(): boolean;
}

/** Tasks in one step, which takes about twenty milliseconds. */
const tasksOfAStep = 500;

const readNames = `INSERT INTO picture_names SELECT images.id, name_to_find(path, prompt, title) FROM tasks JOIN images ON images.task = tasks.id
  WHERE tasks.id BETWEEN :first AND :last AND images.status = 'kept' AND name_to_find(path, prompt, title) IS NOT NULL ON CONFLICT DO NOTHING`;

const composeTexts = `UPDATE tasks SET apart = words_apart(prompt, model, title, said_code, said_message)
  WHERE id BETWEEN :first AND :last AND apart IS NOT words_apart(prompt, model, title, said_code, said_message)`;

/** `progress` is called at every tenth percent, and with null at the end. */
export function createNameReading({ sql, transaction }: Connection, progress: (percent: number | null) => void): NameReading {
  let reported = -1;
  return {
    step() {
      const unread = sql('SELECT next, last FROM unread_names').get();
      if (unread === undefined) return false;
      const [first, end] = [Number(unread['next']), Number(unread['last'])];
      const last = Number(sql('SELECT max(id) AS id FROM (SELECT id FROM tasks WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?)').get(first, end, tasksOfAStep)?.['id'] ?? end);
      transaction(() => {
        sql(readNames).run({ first, last });
        sql(composeTexts).run({ first, last });
        if (last < end) sql('UPDATE unread_names SET next = ?').run(last + 1);
        else sql('DELETE FROM unread_names').run();
      });
      const percent = last < end ? 10 * Math.floor((10 * last) / end) : null;
      if (percent !== reported) progress(percent);
      reported = percent ?? -1;
      return true;
    },
  };
}
