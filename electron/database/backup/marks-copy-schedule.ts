import { stat } from 'node:fs/promises';
import { createSequencer } from '../../core/util/sequencer.ts';
import type { Clock } from '../../core/util/clock.ts';
import type { Database, Report } from '../client/database-contract.ts';
import { runJob, type RunningJob } from '../client/run-job.ts';

export interface MarksCopiesOptions {
  /** The database. */
  readonly file: string;
  /** The built `database-worker.cjs`. */
  readonly workerFile: string | URL;
  /** The library folder in force. */
  readonly root: () => string;
  /** Name of the profile's own file there. */
  readonly name: string;
  /** Whether the last session may have ended without its last copy (`wasKilled`). */
  readonly due: boolean;
  readonly clock: Clock;
  readonly report: Report;
}

/**
 * Keeps a copy of all marks in the library folder, with whatever else a person made that no journal has: saved searches and prompts, names of
 * batches, accounts with their prices and budgets. So they survive the loss of the database and its backups. The whole file is written after each
 * backup, and when quitting if any of it was changed. After a kill, later changes reach the file with the next backup or the end of the next session.
 */
export interface MarksCopies {
  /** Returns the same database, watched: what is changed through it is copied when quitting. */
  watch(database: Database): Database;
  /** Writes the file now. Never rejects: an unreachable folder is reported once, and tried again with the next copy. */
  copy(): Promise<void>;
  /** Writes the last copy if one is due, within a time limit. Never rejects. */
  close(): Promise<void>;
}

/** Whether the last session was killed: one that ends in order leaves nothing in the write-ahead log. Call it before the database is opened. */
export function wasKilled(file: string): Promise<boolean> {
  return stat(`${file}-wal`).then(({ size }) => size > 0, () => false);
}

/** Milliseconds that quitting waits for the last copy. */
const patience = 5_000;

export function createMarksCopies({ file, workerFile, root, name, due, clock, report }: MarksCopiesOptions): MarksCopies {
  const sequencer = createSequencer();
  let changed = due;
  let closing = false;
  /** Once true, no new copy starts. */
  let ended = false;
  let failing = false;
  let underWay: RunningJob | null = null;

  const copy = (): Promise<void> =>
    sequencer.run('copy', async () => {
      if (ended) return;
      changed = false;
      underWay = runJob(workerFile, { kind: 'copy-marks', file, root: root(), name, atTheEnd: closing });
      const answer = await underWay.answer;
      underWay = null;
      if (answer.kind === 'done') {
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
      renameTag: changing(database.renameTag),
      // A new picture may have come into an album.
      saveImage(id, state) {
        changed ||= state.status === 'kept';
        return database.saveImage(id, state);
      },
      // Imported pictures may come with marks.
      saveImported: changing(database.saveImported),
      addPictures: changing(database.addPictures),
      saveSearch: changing(database.saveSearch),
      renameSearch: changing(database.renameSearch),
      rewriteSearches: changing(database.rewriteSearches),
      removeSearch: changing(database.removeSearch),
      saveAccount: changing(database.saveAccount),
      setPrices: changing(database.setPrices),
      finishBatch: changing(database.finishBatch),
      renameBatch: changing(database.renameBatch),
      putAlbum: changing(database.putAlbum),
      removeAlbum: changing(database.removeAlbum),
      arrange: changing(database.arrange),
      placeInAlbum: changing(database.placeInAlbum),
      putPrompts: changing(database.putPrompts),
      removePrompts: changing(database.removePrompts),
    }),
    copy,
    async close() {
      closing = true;
      const enough = clock.after(patience, () => {
        ended = true;
        void underWay?.terminate();
      });
      await sequencer.idle();
      if (changed) await copy();
      enough();
    },
  };
}
