import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { QueueDatabase, Statements } from './queue-database.ts';

/** Where pg-boss has its tables. */
const schema = 'pgboss';

/** Hands out the ids of tasks, each at least once. What a task may do is decided elsewhere (permission.ts). */
export interface JobQueue {
  /** Offers tasks to the account's workers, in the caller's transaction. */
  offer(account: string, taskIds: readonly string[], statements: Statements): Promise<void>;
  /** Takes up to so many. Each is offered again unless it is `taken` within a minute. */
  take(account: string, most: number): Promise<readonly Job[]>;
  taken(account: string, jobs: readonly Job[]): Promise<void>;
  /** Whether nothing is offered, and nobody has just taken something. */
  isEmpty(account: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface Job {
  readonly id: string;
  readonly taskId: string;
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
    // No retries: what a job was for may have been done. A job that nobody took is offered anew (dead-workers.ts).
    if (!known.has(name)) await boss.createQueue(name, { retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 600 });
    known.add(name);
    return name;
  };
  return {
    async offer(account, taskIds, statements) {
      if (taskIds.length === 0) return;
      const name = await named(account);
      await boss.insert(name, taskIds.map((taskId) => ({ data: { taskId } })), { db: forBoss(statements) });
    },
    async take(account, most) {
      const jobs = await boss.fetch<{ readonly taskId: string }>(await named(account), { batchSize: most });
      return jobs.map(({ id, data: { taskId } }) => ({ id, taskId }));
    },
    async taken(account, jobs) {
      if (jobs.length > 0) await boss.complete(await named(account), jobs.map(({ id }) => id));
    },
    async isEmpty(account) {
      const [found] = await database.rows(`SELECT 1 FROM ${schema}.job WHERE name = $1 AND state IN ('created', 'retry', 'active') LIMIT 1`, [await named(account)]);
      return found === undefined;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

