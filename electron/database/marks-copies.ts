import { createTurns } from '../core/engine/turns.ts';
import type { Clock } from '../core/ports.ts';
import type { Database, Report } from './contract.ts';
import type { FromMarksCopy } from './messages.ts';
import { runJob, type RunningJob } from './run-job.ts';

export interface MarksCopiesOptions {
  /** The database. */
  readonly file: string;
  /** The same worker that serves the database, in a thread of its own. */
  readonly workerFile: string | URL;
  /** The library folder in force. */
  readonly root: () => string;
  /** Name of the profile's own file there. */
  readonly name: string;
  readonly clock: Clock;
  readonly report: Report;
}

/**
 * Keeps a copy of all marks in the library folder, so that they outlive the database and its backups. The file is written as a
 * whole with each backup, and at the end if anything was marked. A killed process leaves the marks since then to the next backup.
 */
export interface MarksCopies {
  /** The same database; what is marked through it is copied at the end. */
  watch(database: Database): Database;
  /** Writes the file now. Never rejects: a folder out of reach is reported once, and tried again with the next copy. */
  copy(): Promise<void>;
  /** Writes what is left, for as long as a person waits. Never rejects. */
  close(): Promise<void>;
}

/** Milliseconds that the end of the app waits for the last copy. */
const patience = 5_000;

export function createMarksCopies({ file, workerFile, root, name, clock, report }: MarksCopiesOptions): MarksCopies {
  const turns = createTurns();
  let changed = false;
  let closing = false;
  /** No copy is begun any more. */
  let ended = false;
  let failing = false;
  let underWay: RunningJob<FromMarksCopy> | null = null;

  const copy = (): Promise<void> =>
    turns.take('copy', async () => {
      if (ended) return;
      changed = false;
      underWay = runJob(workerFile, { kind: 'copy-marks', file, root: root(), name, atTheEnd: closing });
      const answer = await underWay.answer;
      underWay = null;
      if (answer.kind === 'copied') {
        failing = false;
        return;
      }
      if (!failing) report(`The marks were not copied to the library folder: ${answer.error.code} ${answer.error.detail ?? ''}`);
      failing = true;
      changed = true;
    });

  const changing =
    <Args extends readonly unknown[], Value>(change: (...args: Args) => Promise<Value>) =>
    (...args: Args): Promise<Value> => {
      changed = true;
      return change(...args);
    };

  return {
    watch: (database) => ({
      ...database,
      markImages: changing(database.markImages),
      // Pictures from elsewhere may come with marks.
      saveImported: changing(database.saveImported),
      addPictures: changing(database.addPictures),
      saveSearch: changing(database.saveSearch),
      renameSearch: changing(database.renameSearch),
      removeSearch: changing(database.removeSearch),
    }),
    copy,
    async close() {
      closing = true;
      const enough = clock.after(patience, () => {
        ended = true;
        void underWay?.terminate();
      });
      await turns.allTaken();
      if (changed) await copy();
      enough();
    },
  };
}
