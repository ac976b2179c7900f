import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { QueueDatabase, Statements } from './queue-database.ts';

/** Where pg-boss has its tables. */
const schema = 'pgboss';

/** Hands out the ids of tasks, each at least once. What a task may do is decided elsewhere (permission.ts). */
export interface JobQueue {
  /** Offers tasks to the account's workers, in the caller's transaction. */
  offer(account: string, taskIds: readonly string[], statements: Statements): Promise<void>;
  /** Takes up to so many ids in the caller's transaction. They stay on offer if it does not come to its end. */
  take(account: string, most: number, statements: Statements): Promise<readonly string[]>;
  /** Whether nothing is offered. What a transaction is taking just now still is. */
  isEmpty(account: string): Promise<boolean>;
  close(): Promise<void>;
}

const forBoss = ({ rows }: Statements) => ({ executeSql: async (text: string, values: unknown[] = []) => ({ rows: [...(await rows<object>(text, values))] }) });

/** One queue for each account, so that nobody takes what they have no key for. */
const queueOf = (account: string): string => `latent-${createHash('sha256').update(account).digest('hex').slice(0, 12)}`;

/** @param maintains whether this process also clears away old jobs */
export async function openJobQueue(database: QueueDatabase, maintains: boolean, failed: (error: unknown) => void): Promise<JobQueue> {
  const boss = new PgBoss({ db: forBoss(database), schema, schedule: false, supervise: maintains });
  boss.on('error', failed);
  await boss.start();
  const known = new Set<string>();
  const named = async (account: string): Promise<string> => {
    const name = queueOf(account);
    // No retries: a job is complete once it is taken. What pg-boss gives up, because nobody took it for two weeks, is offered anew (dead-workers.ts).
    if (!known.has(name)) await boss.createQueue(name, { retryLimit: 0, deleteAfterSeconds: 600 });
    known.add(name);
    return name;
  };
  return {
    async offer(account, taskIds, statements) {
      if (taskIds.length === 0) return;
      const name = await named(account);
      await boss.insert(name, taskIds.map((taskId) => ({ data: { taskId } })), { db: forBoss(statements) });
    },
    async take(account, most, statements) {
      const [name, db] = [await named(account), forBoss(statements)];
      const jobs = await boss.fetch<{ readonly taskId: string }>(name, { batchSize: most, db });
      if (jobs.length > 0) await boss.complete(name, jobs.map(({ id }) => id), null, { db });
      return jobs.map(({ data }) => data.taskId);
    },
    async isEmpty(account) {
      const [found] = await database.rows(`SELECT 1 FROM ${schema}.job WHERE name = $1 AND state = 'created' LIMIT 1`, [await named(account)]);
      return found === undefined;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

