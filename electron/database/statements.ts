import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { fold } from '../../shared/search/fold.ts';
import type { Report } from './contract.ts';
import { timed } from './slow-log.ts';

const whole = { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', takeBack: 'ROLLBACK' };
const inner = { begin: 'SAVEPOINT part', commit: 'RELEASE part', takeBack: 'ROLLBACK TO part; RELEASE part' };

/** Everything or nothing: a throw leaves the database as it was before. Within another transaction it is a part of that one. */
export function inTransaction<T>(db: DatabaseSync, run: () => T): T {
  const { begin, commit, takeBack } = db.isTransaction ? inner : whole;
  db.exec(begin);
  try {
    const value = run();
    db.exec(commit);
    return value;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (db.isTransaction) db.exec(takeBack);
    throw error;
  }
}

/** Values by position, or all of them by name. */
type Values = readonly SQLInputValue[] | readonly [Readonly<Record<string, SQLInputValue>>];

export interface Statement {
  get(...values: Values): ReturnType<StatementSync['get']>;
  all(...values: Values): ReturnType<StatementSync['all']>;
  run(...values: Values): ReturnType<StatementSync['run']>;
}

/** A connection that compiles each statement once, and knows `contains_folded(text, folded)` and `in_folder(path, folded)` besides SQLite's own functions. */
export interface Connection {
  sql(text: string): Statement;
  transaction<T>(run: () => T): T;
}

/** `report` hears of slow statements. */
export function createConnection(db: DatabaseSync, report: Report = () => undefined): Connection {
  const statements = new Map<string, Statement>();
  db.function('contains_folded', { deterministic: true, directOnly: true }, (text, folded) => (typeof text === 'string' && fold(text).includes(String(folded)) ? 1 : 0));
  db.function('in_folder', { deterministic: true, directOnly: true }, inFolder());
  return {
    sql(text) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = timedStatement(db.prepare(text), text, report);
        statements.set(text, statement);
      }
      return statement;
    },
    transaction: (run) => inTransaction(db, run),
  };
}

/** Its name in the log is what it says: values are never part of it. */
function timedStatement(statement: StatementSync, text: string, report: Report): Statement {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, 200);
  const timedCall =
    <T>(call: (...values: SQLInputValue[]) => T) =>
    (...values: Values): T =>
      timed(name, report, () => call.apply(statement, values as SQLInputValue[]));
  return { get: timedCall(statement.get), all: timedCall(statement.all), run: timedCall(statement.run) };
}

/** Whether a path leads through `/folder/`. Paths that are looked at one after another are mostly of one folder, which is folded once. */
function inFolder(): (path: unknown, folded: unknown) => number {
  let [last, lastFolded] = ['', '/'];
  return (path, folded) => {
    if (typeof path !== 'string') return 0;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (folder !== last) [last, lastFolded] = [folder, `/${fold(folder)}`];
    return lastFolded.includes(String(folded)) ? 1 : 0;
  };
}
