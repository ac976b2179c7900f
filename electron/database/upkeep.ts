import { forgetSomeFiles } from './imports.ts';
import type { Connection } from './statements.ts';

/**
 * What SQLite does by itself in the middle of a commit, done between commits instead: merging what each of them added to the indexes of
 * the search, and copying the log into the file. In a library of a million one commit of some hundred waited tens of milliseconds for
 * the first, one of thirty for the second. Neither has a part in what a commit promises.
 */
export interface Upkeep {
  /** Does a part of it, mostly of a few milliseconds. False: nothing is left to do. Throws what SQLite throws, with everything as it was. */
  step(): boolean;
}

const indexes = ['task_words', 'task_parts', 'name_words', 'name_parts'] as const;

/** Pages of an index that a part writes: some five milliseconds. */
const mergedPages = 16;

/** Pieces of an index that are merged within a commit after all, where commits leave no time between them. */
const mostPieces = 64;

/** Changed rows after which the log is copied; each changes a page or less. */
const changesInLog = 1000;

/** Pages in the log, 16 MB, after which it is copied within a commit after all. */
const mostPagesInLog = 4000;

export function createUpkeep(connection: Connection): Upkeep {
  const { sql, transaction } = connection;
  sql(`PRAGMA wal_autocheckpoint = ${mostPagesInLog}`).get();
  const changes = (): number => Number(sql('SELECT total_changes() AS n').get()?.['n']);
  let prepared = false;
  let copied = changes();
  let done = copied;

  /** The file keeps these settings, so that they count for whoever else writes to it. */
  const prepare = (): void => {
    transaction(() => {
      for (const index of indexes) sql(`INSERT INTO ${index} (${index}, rank) VALUES ('automerge', 0), ('crisismerge', ${mostPieces})`).run();
    });
    prepared = true;
  };
  const merge = (index: (typeof indexes)[number]): boolean => {
    const before = changes();
    sql(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${mergedPages})`).run();
    // The order itself counts as one.
    return changes() - before > 1;
  };

  return {
    step() {
      if (changes() === done) return false;
      if (!prepared) prepare();
      if (changes() - copied >= changesInLog) {
        sql('PRAGMA wal_checkpoint(PASSIVE)').get();
        copied = changes();
        return true;
      }
      if (indexes.some(merge) || forgetSomeFiles(connection)) return true;
      done = changes();
      return false;
    },
  };
}
