import type { Connection } from './statements.ts';

/**
 * Reads the names of files, and puts texts that came in pieces together, for a history from before version 6: 10 to 40 seconds of a core for a million
 * pictures, so the start does not wait for it. Until it is done, a search may miss pictures by their names. How far it is, is in the
 * database; where the app ends, the next start goes on.
 */
export interface NameReading {
  /** Reads some hundred tasks. False: nothing is left to do. Throws what SQLite throws, with everything as it was. */
  step(): boolean;
}

/** Tasks of one step: some twenty milliseconds. */
const tasksOfAStep = 500;

const readNames = `INSERT INTO picture_names SELECT images.id, name_to_find(path, prompt, title) FROM tasks JOIN images ON images.task = tasks.id
  WHERE tasks.id BETWEEN :first AND :last AND images.status = 'kept' AND name_to_find(path, prompt, title) IS NOT NULL ON CONFLICT DO NOTHING`;

const putTogether = `UPDATE tasks SET apart = words_apart(prompt, model, title, said_code, said_message)
  WHERE id BETWEEN :first AND :last AND apart IS NOT words_apart(prompt, model, title, said_code, said_message)`;

/** `progress` hears of every tenth percent, and of null at the end. */
export function createNameReading({ sql, transaction }: Connection, progress: (percent: number | null) => void): NameReading {
  let told = -1;
  return {
    step() {
      const unread = sql('SELECT next, last FROM unread_names').get();
      if (unread === undefined) return false;
      const [first, end] = [Number(unread['next']), Number(unread['last'])];
      const last = Number(sql('SELECT max(id) AS id FROM (SELECT id FROM tasks WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?)').get(first, end, tasksOfAStep)?.['id'] ?? end);
      transaction(() => {
        sql(readNames).run({ first, last });
        sql(putTogether).run({ first, last });
        if (last < end) sql('UPDATE unread_names SET next = ?').run(last + 1);
        else sql('DELETE FROM unread_names').run();
      });
      const percent = last < end ? 10 * Math.floor((10 * last) / end) : null;
      if (percent !== told) progress(percent);
      told = percent ?? -1;
      return true;
    },
  };
}
