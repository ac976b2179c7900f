import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fold } from '../../shared/search/fold.ts';
import { shrinkAtRest } from './shrink-at-rest.ts';

/** Everything or nothing: a throw leaves the database as it was before. */
export function inTransaction<T>(db: DatabaseSync, run: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = run();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** A connection that compiles each statement once, and knows `contains_folded(text, folded)` besides SQLite's own functions. */
export interface Connection {
  sql(text: string): StatementSync;
  transaction<T>(run: () => T): T;
}

export function createConnection(db: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>();
  const inUse = shrinkAtRest(db);
  db.function('contains_folded', { deterministic: true, directOnly: true }, (text, folded) => (typeof text === 'string' && fold(text).includes(String(folded)) ? 1 : 0));
  return {
    sql(text) {
      inUse();
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = db.prepare(text);
        statements.set(text, statement);
      }
      return statement;
    },
    transaction: (run) => inTransaction(db, run),
  };
}
