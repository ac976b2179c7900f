import { DatabaseSync } from 'node:sqlite';
import { AppFailure } from '../../../shared/errors.ts';
import { failureDetails } from '../sqlite/database-failures.ts';
import { migrate } from './migrate.ts';

/** Up to this many pages, reading the whole file takes a few milliseconds. */
const smallPages = 2048;

export function isSmall(db: DatabaseSync): boolean {
  return Number(db.prepare('PRAGMA page_count').get()?.['page_count']) <= smallPages;
}

/**
 * A check that is fast enough for every start. It reads all of a small file, and the first and last row of each main table of a large one.
 * `findFaults` checks the whole file, on request.
 */
export function quickCheck(db: DatabaseSync): void {
  if (isSmall(db)) {
    const [fault] = faultsOf(db, 'PRAGMA quick_check(1)');
    if (fault !== undefined) throw new AppFailure('database-failed', `${failureDetails.corrupt}: ${fault}`);
    return;
  }
  for (const table of ['accounts', 'tasks', 'images']) {
    db.prepare(`SELECT * FROM ${table} ORDER BY id LIMIT 1`).get();
    db.prepare(`SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`).get();
  }
}

/** The faults of a file that nothing else uses, as texts for the log. Empty if the file is sound. Reads the whole file. */
export function findFaults(db: DatabaseSync): readonly string[] {
  const faults = faultsOfStructure(db);
  return faults.length > 0 ? faults : [...faultsOfRows(db), ...faultsOfIndexes(db)];
}

/**
 * The same for a file that is in use, except for the search indexes: SQLite treats their check as a write. Every backup checks them. The connection
 * reads one snapshot, so no commit waits.
 */
export function findFaultsInUse(file: string): readonly string[] {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    db.exec('BEGIN');
    const faults = faultsOfStructure(db);
    return faults.length > 0 ? faults : faultsOfRows(db);
  } finally {
    db.close();
  }
}

/** Whether SQLite can read every page. */
export function isReadable(db: DatabaseSync): boolean {
  return faultsOf(db, 'PRAGMA integrity_check(1)').length === 0;
}

/** Whether everything is defined exactly as this version defines it, whatever the header of the file says. */
export function hasLatestSchema(db: DatabaseSync): boolean {
  return JSON.stringify(partsOf(db)) === JSON.stringify(latestParts());
}

/** Faults that make everything else in the file doubtful. SQLite accepts any schema that it can read, even if a flipped bit has renamed a column. */
function faultsOfStructure(db: DatabaseSync): readonly string[] {
  return [...faultsOf(db, 'PRAGMA integrity_check(20)'), ...strangeParts(db)];
}

function strangeParts(db: DatabaseSync): readonly string[] {
  const found = new Map(partsOf(db));
  return latestParts().flatMap(([name, sql]) => (found.get(name) === sql ? [] : [`${name} has an unexpected definition`]));
}

/** Rows that contradict each other. */
function faultsOfRows(db: DatabaseSync): readonly string[] {
  const orphans = db.prepare('PRAGMA foreign_key_check').all().map((row) => `row ${String(row['rowid'])} of ${String(row['table'])} refers to a missing row`);
  return [...orphans, ...miscounts(db), ...surplusEntries(db)];
}

/** Whether the search indexes match the rows. SQLite treats this check as a write. */
function faultsOfIndexes(db: DatabaseSync): readonly string[] {
  const faults: string[] = [];
  for (const index of ['task_words', 'task_parts', 'name_words', 'name_parts']) {
    try {
      db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`).run();
    } catch (error) {
      faults.push(`search index ${index}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}

type Part = readonly [name: string, sql: string];

function latestParts(): readonly Part[] {
  const model = new DatabaseSync(':memory:');
  try {
    migrate(model);
    return partsOf(model);
  } finally {
    model.close();
  }
}

/** Without the tables that SQLite adds for its statistics. A table reads the same whether it was made at once, or by a migration column by column. */
function partsOf(db: DatabaseSync): readonly Part[] {
  const rows = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat*' ORDER BY name`).all();
  return rows.map(({ name, sql }) => [String(name), plainDefinition(String(sql))]);
}

/** A definition without comments, and with no more spaces than it needs. A table that was renamed has its name in quotes. */
function plainDefinition(sql: string): string {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .replace(/^CREATE TABLE "(\w+)"/, 'CREATE TABLE $1');
}

/** Counters that the triggers keep, compared with the rows. */
function miscounts(db: DatabaseSync): readonly string[] {
  // Not a join with the counted images: connections that make no index for a single query would compare each task with all of them.
  const wrong = db
    .prepare(
      `SELECT count(*) AS n FROM tasks WHERE (images, images_kept, images_waiting) IS NOT
        (SELECT count(*), ifnull(sum(status = 'kept'), 0), ifnull(sum(status = 'waiting'), 0) FROM images WHERE task = tasks.id)`,
    )
    .get();
  const faults = wrong?.['n'] === 0 ? [] : [`the images of ${String(wrong?.['n'])} tasks are counted wrongly`];
  const counts = db.prepare(
    `SELECT status FROM (SELECT status, tasks FROM task_counts WHERE tasks > 0 UNION ALL SELECT status, count(*) FROM tasks WHERE imported IS NULL GROUP BY status)
      GROUP BY status HAVING count(*) <> 2 OR min(tasks) <> max(tasks)`,
  );
  for (const row of counts.all()) faults.push(`the tasks of status ${String(row['status'])} are counted wrongly`);
  const pictures = db.prepare(
    `SELECT place FROM picture_counts WHERE pictures <> (SELECT count(*) FROM images NOT INDEXED WHERE status = 'kept' AND (trashed_at IS NULL) = (place = 'library'))`,
  );
  for (const row of pictures.all()) faults.push(`the pictures of the ${String(row['place'])} are counted wrongly`);
  const spent = db.prepare(
    `SELECT account FROM (SELECT account, sum(tasks) AS tasks, sum(counted) AS counted FROM spending GROUP BY account UNION ALL
        SELECT account, count(*), sum(CASE WHEN status = 'rejected' THEN 0 ELSE coalesce(cost, estimate, 0) END) FROM tasks
        WHERE imported IS NULL AND status NOT IN ('queued', 'withdrawn') AND coalesce(submitted_at, accepted_at) IS NOT NULL GROUP BY account)
      WHERE tasks > 0 GROUP BY account HAVING count(*) <> 2 OR min(tasks) <> max(tasks) OR min(counted) <> max(counted)`,
  );
  for (const row of spent.all()) faults.push(`the spending of account ${String(row['account'])} is counted wrongly`);
  return faults;
}

/** Partial indexes with entries that no row has. SQLite's own check finds only the rows that are missing from an index. */
function surplusEntries(db: DatabaseSync): readonly string[] {
  const indexes = db.prepare(`SELECT name, tbl_name, substr(sql, instr(sql, ' WHERE ') + 7) AS rows FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'`).all();
  return indexes.flatMap(({ name, tbl_name, rows }) => {
    const count = (how: string): unknown => db.prepare(`SELECT count(*) AS n FROM ${String(tbl_name)} ${how} WHERE ${String(rows)}`).get()?.['n'];
    return count(`INDEXED BY ${String(name)}`) === count('NOT INDEXED') ? [] : [`${String(name)} has entries without a row`];
  });
}

function faultsOf(db: DatabaseSync, pragma: string): readonly string[] {
  const lines = db.prepare(pragma).all().map((row) => String(Object.values(row)[0]));
  return lines.filter((line) => line !== 'ok');
}
