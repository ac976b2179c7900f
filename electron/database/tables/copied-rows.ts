import type { DatabaseSync } from 'node:sqlite';
import { copiedTables, type CopiedRow, type CopiedTable } from '../../core/marks/marks-line.ts';
import type { Connection } from '../sqlite/statements.ts';

/** Rows for the copy in the library folder, beside the marks: they are in no journal. References to other rows have a form that outlives the database. */

interface Column {
  readonly name: string;
  /** How it is read from the table, and written into it. */
  readonly read: string;
  readonly write: string;
}

const plain = (...names: readonly string[]): readonly Column[] => names.map((name) => ({ name, read: name, write: `:${name}` }));

const accountOf = (table: string): Column => ({
  name: 'account',
  read: `(SELECT accounts.uuid FROM accounts WHERE accounts.id = ${table}.account)`,
  write: '(SELECT id FROM accounts WHERE uuid = :account)',
});

/** Billionths may have more digits than a JavaScript number holds. */
const amount: Column = { name: 'amount', read: 'CAST(amount AS TEXT)', write: 'CAST(:amount AS INTEGER)' };

/** The picture's task, and its position there. */
const image: Column = {
  name: 'image',
  read: `(SELECT tasks.uuid || '/' || images.position FROM images JOIN tasks ON tasks.id = images.task WHERE images.id = saved_prompts.image)`,
  write: `(SELECT images.id FROM tasks JOIN images ON images.task = tasks.id
    WHERE tasks.uuid = substr(:image, 1, 36) AND images.position = CAST(substr(:image, 38) AS INTEGER) AND images.status = 'kept')`,
};

const tables: Readonly<Record<CopiedTable, { readonly columns: readonly Column[]; readonly where?: string }>> = {
  // With their budgets: without one, more might be spent than the person wants.
  accounts: { columns: plain('uuid', 'kind', 'name', 'base_url', 'created_at', 'removed_at', 'key_console', 'billing_console', 'options'), where: `kind = 'service'` },
  prices: { columns: [accountOf('prices'), ...plain('model', 'size', 'quality', 'origin'), amount, ...plain('at')] },
  batches: { columns: [...plain('uuid'), accountOf('batches'), ...plain('name', 'created_at', 'recipe', 'place', 'complete')], where: 'complete = 1' },
  presets: { columns: plain('name', 'choices', 'created_at') },
  saved_prompts: { columns: [...plain('id', 'folder', 'title', 'prompt', 'choices', 'snippet'), image, ...plain('created_at')] },
};

/** Tables whose rows the tasks of the journal refer to. */
export const beforeJournal: ReadonlySet<CopiedTable> = new Set(['accounts', 'prices', 'batches']);

const conditionOf = (table: CopiedTable): string => tables[table].where ?? 'true';

/** Whether there is anything to copy. Accounts alone are not: they are known from their keys and pictures. */
export function hasCopiedRows(db: DatabaseSync): boolean {
  const conditions = copiedTables.map((table) => `SELECT 1 FROM ${table} WHERE ${table === 'accounts' ? 'options IS NOT NULL' : conditionOf(table)}`);
  return conditions.some((rows) => db.prepare(`${rows} LIMIT 1`).get() !== undefined);
}

export function* copiedRows(db: DatabaseSync): Generator<CopiedRow> {
  for (const table of copiedTables) {
    const { columns } = tables[table];
    const rows = db.prepare(`SELECT ${columns.map(({ name, read }) => `${read} AS ${name}`).join(', ')} FROM ${table} WHERE ${conditionOf(table)}`);
    for (const row of rows.iterate()) yield { table, values: { ...row } as CopiedRow['values'] };
  }
}

/** Adds the row, or changes the one that has the same key. Throws if the table refuses it. */
export function restoreRow({ sql }: Connection, { table, values }: CopiedRow): void {
  const { columns } = tables[table];
  const known = Object.fromEntries(columns.map(({ name }) => [name, values[name] ?? null]));
  // Another prompt had the word when the backup was made.
  if (table === 'saved_prompts') sql('UPDATE saved_prompts SET snippet = NULL WHERE snippet = ? AND id <> ?').run(known['snippet'] ?? null, known['id'] ?? null);
  sql(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${columns.map(({ write }) => write).join(', ')})
      ON CONFLICT DO UPDATE SET ${columns.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`,
  ).run(known);
}
