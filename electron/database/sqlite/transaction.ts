import type { DatabaseSync } from 'node:sqlite';

interface Kind {
  readonly begin: string;
  readonly commit: string;
  readonly takeBack: string;
}

const whole: Kind = { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', takeBack: 'ROLLBACK' };
const inner: Kind = { begin: 'SAVEPOINT part', commit: 'RELEASE part', takeBack: 'ROLLBACK TO part; RELEASE part' };

/** Runs a transaction: a throw leaves the database unchanged. Inside another transaction, it becomes part of that one. */
export function inTransaction<T>(db: DatabaseSync, run: () => T): T {
  const { begin, commit, takeBack } = db.isTransaction ? inner : whole;
  db.exec(begin);
  try {
    const value = run();
    db.exec(commit);
    return value;
  } catch (error) {
    // On a full disk, SQLite has already rolled back.
    if (db.isTransaction) db.exec(takeBack);
    throw error;
  }
}
