import { DatabaseError, Pool, type PoolClient, type QueryResult } from 'pg';
import { UsageFault } from '../usage-fault.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import { queueSchema } from './queue-schema.ts';

/** Runs statements: each alone, or all of one transaction. */
export interface Statements {
  // The caller says what it reads.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface QueueDatabase extends Statements {
  /** One transaction. When it resolves, the change outlives a power cut of the server. If it rejects, the change may have happened all the same: the answer to COMMIT can be lost. */
  together<T>(act: (statements: Statements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds. A computer that was cut off gives up a statement after this. */
const patience = 30_000;

/** Milliseconds. The server undoes a transaction whose computer says nothing for so long, because all others wait for the account's row that it has locked. */
const longestPause = 5_000;

/** Any number that other programs of this database do not use: one computer at a time changes the schema. */
const schemaLock = 4_721_006_190;

/**
 * Connects to the server and sees to the tables. Throws UsageFault, without the password, if there is no such server, or if its settings could lose a permission
 * in a power cut: it would be granted again, and the task would be sent twice.
 */
export async function openQueueDatabase(say: CommandWords, url: string): Promise<QueueDatabase> {
  const pool = new Pool({ connectionString: url, application_name: 'latent', max: 8, connectionTimeoutMillis: patience, statement_timeout: patience, query_timeout: patience, idle_in_transaction_session_timeout: longestPause, keepAlive: true });
  // An idle connection that breaks is replaced.
  pool.on('error', () => undefined);
  // One that breaks between two statements of a transaction says so to nobody else, and would end the process. The next statement fails, too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const rowsOf =
    (client: Pool | PoolClient): Statements['rows'] =>
    async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      // Several statements at once, as pg-boss sends them, have a list of results.
      [(await client.query<Row>(text, [...values])) as QueryResult<Row> | QueryResult<Row>[]].flat().flatMap(({ rows }) => rows);

  const database: QueueDatabase = {
    rows: rowsOf(pool),
    async together(act) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('BEGIN; SET LOCAL synchronous_commit = on');
        const result = await act({ rows: rowsOf(client) });
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: unknown) => (broken = failure instanceof Error ? failure : new Error(String(failure))));
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
  try {
    const [{ fsync } = { fsync: '' }] = await database.rows<{ fsync: string }>('SHOW fsync');
    if (fsync !== 'on') throw new UsageFault(say('command.queue.fsync'));
    await database.together(async ({ rows }) => {
      await rows('SELECT pg_advisory_xact_lock($1)', [schemaLock]);
      const [found] = await rows<{ there: boolean }>("SELECT to_regclass('latent.task') IS NOT NULL AS there");
      if (found?.there !== true) for (const statement of queueSchema.split(/;\s*\n/)) if (statement.trim() !== '') await rows(statement);
    });
    return database;
  } catch (error) {
    await pool.end();
    if (error instanceof UsageFault) throw error;
    throw new UsageFault(say('command.queue.unreachable', { server: withoutPassword(url), why: error instanceof Error ? error.message : String(error) }), { cause: error });
  }
}

/** Whether trying again can help: a server that starts, or a network that is away, but not a wrong password, database or statement. */
export function mayPass(error: unknown): boolean {
  const { cause, code } = error as { readonly cause?: unknown; readonly code?: unknown };
  if (error instanceof UsageFault) return cause !== undefined && mayPass(cause);
  return !(error instanceof DatabaseError) || !/^(28|3D|3F|42)/.test(String(code));
}

/** The address as it may be shown. */
export function withoutPassword(url: string): string {
  try {
    const shown = new URL(url);
    if (shown.password !== '') shown.password = '…';
    shown.searchParams.delete('password');
    return shown.href.replace('%E2%80%A6', '…');
  } catch {
    return 'postgres://…';
  }
}
