import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { fold } from '../../../shared/search/text/fold.ts';
import { beginningIn } from '../../../shared/search/text/match-name.ts';
import { timed, type Slow } from './slow-log.ts';
import { inTransaction } from './transaction.ts';

/**
 * For every connection. Without the first, SQLite may make an index for a single query. For groups by model it did so although there was a better one,
 * and took minutes.
 */
export const usualPragmas = 'PRAGMA automatic_index = OFF; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;';

/** Values by position, or all of them by name. */
type Values = readonly SQLInputValue[] | readonly [Readonly<Record<string, SQLInputValue>>];

export interface Statement {
  get(...values: Values): ReturnType<StatementSync['get']>;
  all(...values: Values): ReturnType<StatementSync['all']>;
  run(...values: Values): ReturnType<StatementSync['run']>;
}

/** A connection that compiles each statement once. Reading a column that a row does not have throws. It adds the functions `contains_folded(text, folded)`, `begins_word(text, folded)` and `in_folder(path, folded)` to SQLite. */
export interface Connection {
  sql(text: string): Statement;
  transaction<T>(run: () => T): T;
}

export function createConnection(db: DatabaseSync, slow: Slow = () => undefined): Connection {
  const statements = new Map<string, Statement>();
  db.function('contains_folded', { deterministic: true, directOnly: true }, (text, folded) => (typeof text === 'string' && fold(text).includes(String(folded)) ? 1 : 0));
  db.function('begins_word', { deterministic: true, directOnly: true }, (text, folded) => (typeof text === 'string' && beginningIn(fold(text.replaceAll(/\s+/gu, ' ')), String(folded)) >= 0 ? 1 : 0));
  db.function('in_folder', { deterministic: true, directOnly: true }, inFolder());
  return {
    sql(text) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = timedStatement(db.prepare(text), text, slow);
        statements.set(text, statement);
      }
      return statement;
    },
    transaction: (run) => inTransaction(db, run),
  };
}

/** The log names a statement by its text, which never contains values. */
function timedStatement(statement: StatementSync, text: string, slow: Slow): Statement {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, 200);
  const timedCall =
    <T>(call: (...values: SQLInputValue[]) => T) =>
    (...values: Values): T =>
      timed(name, slow, () => call.apply(statement, values as SQLInputValue[]));
  const [get, all] = [timedCall(statement.get), timedCall(statement.all)];
  return {
    get(...values) {
      const row = get(...values);
      return row && withAllColumns(row);
    },
    all: (...values) => all(...values).map(withAllColumns),
    run: timedCall(statement.run),
  };
}

/** The prototype of rows. Names that are not in a row are looked up here, so that the columns of a row cost nothing. */
const noColumn: object = Object.freeze(
  new Proxy(Object.create(null) as object, {
    get(_, name) {
      // Libraries look for these in any object.
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON' || name === 'constructor') return undefined;
      throw new Error(`the column ${name} was not read`);
    },
  }),
);

/** Makes reading a column that the SELECT does not name throw. Otherwise it reads as undefined, which is false, NaN or no text. */
const withAllColumns = <Row extends object>(row: Row): Row => Object.setPrototypeOf(row, noColumn) as Row;

/** Whether a path contains `/folder/`. Successive paths are mostly in one folder, so the last folder that was folded is kept. */
function inFolder(): (path: unknown, folded: unknown) => number {
  let [last, lastFolded] = ['', '/'];
  return (path, folded) => {
    if (typeof path !== 'string') return 0;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (folder !== last) [last, lastFolded] = [folder, `/${fold(folder)}`];
    return lastFolded.includes(String(folded)) ? 1 : 0;
  };
}
