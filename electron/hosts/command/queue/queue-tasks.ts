import { isDeepStrictEqual } from 'node:util';
import type { Amount } from '../../../../shared/money/amount.ts';
import type { GenerationRequest, TaskId } from '../../../../shared/task.ts';
import { taskIdOf } from '../../../core/import/imported-task.ts';
import type { SharedPicture } from '../worker/task-records.ts';
import type { JobQueue } from './job-queue.ts';
import type { QueueDatabase, Statements } from './queue-database.ts';

/** A task that is handed to the workers. `estimate`: its price, null if unknown. */
export interface QueuedTask {
  readonly id: TaskId;
  readonly request: GenerationRequest;
  readonly estimate: Amount | null;
}

/** What the queue knows of a task. */
export interface QueueRow {
  readonly id: TaskId;
  readonly state: 'waiting' | 'sending' | 'accepted' | 'done' | 'failed' | 'missing' | 'rejected' | 'unknown';
  readonly request: GenerationRequest;
  readonly estimate: Amount | null;
  readonly charge: Amount;
  readonly remote_id: string | null;
  readonly message: string | null;
  readonly pictures: readonly SharedPicture[];
  readonly created_at: Date;
}

const columns = 'id, state, request, estimate::text, charge::text, remote_id, message, pictures, created_at';

/** Ids that a request's own id makes, the same whenever it is handed over: its tasks are the same tasks. */
export const idsOfRequest = (requestId: string, count: number): readonly TaskId[] => Array.from({ length: count }, (_, at) => taskIdOf('latent queue', `${requestId} ${at}`));
const batchOfRequest = (firstId: TaskId): string => taskIdOf('latent queue batch', firstId);

/** Hands tasks over: all, or none. Those that are there already are not handed over again. False: an id stands for another request, and nothing was handed over. */
export async function handOverToQueue(database: QueueDatabase, jobs: JobQueue, account: string, tasks: readonly QueuedTask[]): Promise<boolean> {
  const [first] = tasks;
  if (first === undefined) return true;
  const batch = batchOfRequest(first.id);
  return database.together(async (statements) => {
    const added = await statements.rows<{ id: TaskId }>(
      `INSERT INTO latent.task (id, account, batch, request, estimate)
       SELECT (task ->> 'id')::uuid, $1, $2, task -> 'request', (task ->> 'estimate')::numeric FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS given(task, at) ORDER BY at
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [account, batch, JSON.stringify(tasks)],
    );
    if (added.length < tasks.length) {
      const there = new Map((await readQueueTasks(statements, tasks.map(({ id }) => id))).map((row) => [row.id, row]));
      const [all] = await statements.rows<{ count: string }>('SELECT count(*) FROM latent.task WHERE batch = $1', [batch]);
      const isSame = tasks.every(({ id, request }) => isDeepStrictEqual(there.get(id)?.request, JSON.parse(JSON.stringify(request))));
      if (!isSame || added.length > 0 || Number(all?.count) !== tasks.length) {
        await statements.rows('DELETE FROM latent.task WHERE id = ANY($1)', [added.map(({ id }) => id)]);
        return false;
      }
    }
    await jobs.offer(account, added.map(({ id }) => id), statements);
    return true;
  });
}

/** In the order of the ids, without those that the queue does not have. */
export async function readQueueTasks({ rows }: Statements, ids: readonly TaskId[]): Promise<readonly QueueRow[]> {
  const found = new Map((await rows<QueueRow>(`SELECT ${columns} FROM latent.task WHERE id = ANY($1)`, [ids])).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** How many of these tasks may still change by themselves. */
export async function openInQueue({ rows }: Statements, ids: readonly TaskId[]): Promise<number> {
  const [found] = await rows<{ count: string }>("SELECT count(*) FROM latent.task WHERE id = ANY($1) AND state IN ('waiting', 'sending', 'accepted')", [ids]);
  return Number(found?.count ?? 0);
}

/** One account of the queue, as `latent queue` shows it. */
export interface QueueAccount {
  readonly account: string;
  readonly stopped: boolean;
  readonly atOnce: number;
  readonly limits: { readonly day: Amount | null; readonly month: Amount | null; readonly total: Amount | null };
  readonly spent: { readonly day: Amount; readonly month: Amount; readonly total: Amount };
  /** Tasks by state. */
  readonly tasks: Readonly<Record<string, number>>;
  /** Ids of those whose outcome is unknown, oldest first, a hundred at most. */
  readonly unknown: readonly TaskId[];
}

export async function readQueue({ rows }: Statements): Promise<readonly QueueAccount[]> {
  const accounts = await rows<{ key: string; stopped: boolean; at_once: number; day_limit: Amount | null; month_limit: Amount | null; total_limit: Amount | null; day: Amount; month: Amount; total: Amount }>(
    `SELECT key, stopped, at_once, day_limit::text, month_limit::text, total_limit::text,
       coalesce(sum(amount) FILTER (WHERE day = current_date), 0)::text AS day,
       coalesce(sum(amount) FILTER (WHERE day >= date_trunc('month', current_date)), 0)::text AS month, coalesce(sum(amount), 0)::text AS total
     FROM latent.account LEFT JOIN latent.spent ON account = key GROUP BY key ORDER BY key`,
  );
  const counts = await rows<{ account: string; state: string; count: string }>('SELECT account, state, count(*) FROM latent.task GROUP BY account, state');
  const unknown = await rows<{ account: string; id: TaskId }>("SELECT account, id FROM latent.task WHERE state = 'unknown' ORDER BY place LIMIT 100");
  return accounts.map(({ key, stopped, at_once: atOnce, day_limit, month_limit, total_limit, day, month, total }) => ({
    account: key,
    stopped,
    atOnce,
    limits: { day: day_limit, month: month_limit, total: total_limit },
    spent: { day, month, total },
    tasks: Object.fromEntries(counts.filter(({ account }) => account === key).map(({ state, count }) => [state, Number(count)])),
    unknown: unknown.filter(({ account }) => account === key).map(({ id }) => id),
  }));
}
