import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { copiedTables, type CopiedRow, type CopiedTable } from '../../core/library/marks/marks-line.ts';
import { accountSchema } from '../../core/library/journal-line.ts';
import { pricesPer } from '../../../shared/money/price-table.ts';
import { longestAlbumName } from '../../../shared/library/albums.ts';
import type { Connection } from '../sqlite/statements.ts';

/** Rows that are copied to the library folder together with the marks, because no journal has them. References to other rows do not depend on row ids, so that they outlive the database. */

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

const text = z.string();
const maybeText = text.nullable().default(null);
/** Whether the text is what `price-rows.ts` writes. The reader would leave out a row with anything else. */
function isFields(json: string): boolean {
  try {
    return z.record(z.string(), z.string()).safeParse(JSON.parse(json)).success;
  } catch {
    return false;
  }
}

const time = z.int().min(0).max(8.64e15);
const { id: uuid, baseUrl } = accountSchema.shape;

interface Table {
  readonly columns: readonly Column[];
  /** Which rows are copied. */
  readonly where?: string;
  /** What a row of the file must be. SQLite would take a negative price, and a number that no reader can hold. */
  readonly row: z.ZodType<CopiedRow['values']>;
}

const tables: Readonly<Record<CopiedTable, Table>> = {
  // Copied for their budgets: without one, more might be spent than the person wants.
  accounts: {
    columns: plain('uuid', 'kind', 'name', 'base_url', 'created_at', 'removed_at', 'key_console', 'billing_console', 'options'),
    where: `kind = 'service'`,
    row: z.object({ uuid, kind: z.literal('service'), name: text, base_url: baseUrl, created_at: time, removed_at: time.nullable(), key_console: maybeText, billing_console: maybeText, options: maybeText }),
  },
  prices: {
    columns: [accountOf('prices'), ...plain('model', 'size', 'quality', 'fields', 'per', 'origin'), amount, ...plain('at')],
    row: z.object({ account: uuid, model: text, size: text, quality: text, fields: text.refine(isFields), per: z.enum(pricesPer), origin: z.enum(['person', 'learned']), amount: text.regex(/^\d{1,18}$/).nullable(), at: time }),
  },
  batches: {
    columns: [...plain('uuid'), accountOf('batches'), ...plain('name', 'created_at', 'recipe', 'place', 'complete')],
    where: 'complete = 1',
    row: z.object({ uuid, account: uuid, name: text, created_at: time, recipe: text, place: z.number(), complete: z.literal(1) }),
  },
  albums: {
    columns: plain('uuid', 'name', 'place', 'pinned', 'takes_new', 'created_at'),
    where: 'removed_at IS NULL',
    // The same limits as in `albumSchema`: a row that it refuses would be stored and never shown.
    row: z.object({ uuid, name: text.regex(/\S/).max(longestAlbumName), place: z.number().min(-1e15).max(1e15), pinned: z.int().min(0).max(1), takes_new: z.int().min(0).max(1), created_at: time }),
  },
  saved_prompts: {
    columns: [...plain('id', 'folder', 'title', 'prompt', 'choices', 'snippet'), image, ...plain('created_at')],
    row: z
      .object({ id: z.int().min(1), folder: text, title: text, prompt: text, choices: maybeText, snippet: maybeText, image: maybeText, created_at: time })
      .refine(({ prompt, choices }) => prompt !== '' || choices !== null),
  },
};

/** Tables whose rows the tasks of the journal refer to. */
export const beforeJournal: ReadonlySet<CopiedTable> = new Set(['accounts', 'prices', 'batches']);

const conditionOf = (table: CopiedTable): string => tables[table].where ?? 'true';

/** Whether there is anything to copy. Accounts alone do not count: they are known from their keys and pictures. */
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

/** Adds the row, or changes the one with the same key. Throws if the row is not valid. */
export function restoreRow({ sql }: Connection, { table, values }: CopiedRow): void {
  const { columns, row } = tables[table];
  const known = row.parse(values);
  // In the restored backup, another prompt may have this word.
  if (table === 'saved_prompts') sql('UPDATE saved_prompts SET snippet = NULL WHERE snippet = ? AND id <> ?').run(known['snippet'] ?? null, known['id'] ?? null);
  // In the restored backup, the album may be removed. The copy is newer: the removal was undone.
  if (table === 'albums') sql('UPDATE albums SET removed_at = NULL WHERE uuid = ?').run(known['uuid'] ?? null);
  // Only one album takes new pictures.
  if (table === 'albums' && known['takes_new'] === 1) sql('UPDATE albums SET takes_new = 0 WHERE uuid <> ?').run(known['uuid'] ?? null);
  sql(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${columns.map(({ write }) => write).join(', ')})
      ON CONFLICT DO UPDATE SET ${columns.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`,
  ).run(known);
}
