import { channel } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import type { Admission } from '../../../core/engine/submission/admission.ts';
import type { QueueDatabase, Statements } from '../queue/queue-database.ts';

/** Why a task is not sent now: so many are being sent, the account has stopped, or its budget has no room. */
export type Refusal = 'full' | 'stopped' | 'budget' | 'price';

/** Says what a worker has just done, by name. Whoever tests it kills the process there. */
export const workerSteps = channel('latent:worker');

interface Limits {
  readonly at_once: number;
  readonly stopped: boolean;
  readonly unclear: number;
  readonly day_limit: string | null;
  readonly month_limit: string | null;
  readonly total_limit: string | null;
}

/**
 * Asks for the permission to POST a task, which exists once. The account's row is locked first, so that no two workers count on the same money: the statements after that see
 * everything that was granted before. If `granted` is not returned because the connection broke, the permission may be there all the same; asking again by the same process
 * returns it.
 */
export async function askPermission(database: QueueDatabase, taskId: string, { account, process, profile }: { readonly account: string; readonly process: string; readonly profile: string }): Promise<'granted' | 'elsewhere' | Refusal> {
  return database.together(async (statements) => {
    const { rows } = statements;
    const [limits] = await rows<Limits>('SELECT * FROM latent.account WHERE key = $1 FOR UPDATE', [account]);
    const [task] = await rows<{ state: string; estimate: string | null; process: string | null }>('SELECT state, estimate, process FROM latent.task WHERE id = $1', [taskId]);
    if (limits === undefined || task === undefined) return 'elsewhere';
    const isMine = task.state === 'sending' && task.process === process;
    if (task.state !== 'waiting' && !isMine) return 'elsewhere';
    if (limits.stopped) return 'stopped';
    if (isMine) return 'granted';
    const refusal = (await isFull(statements, account, limits)) ? 'full' : await beyondBudget(statements, account, task.estimate, limits);
    if (refusal !== null) return refusal;
    const granted = await rows(
      `UPDATE latent.task SET state = 'sending', process = $2, poller = $2, profile = $3, local_id = id, granted_on = current_date, charge = coalesce(estimate, 0), changed_at = now()
       WHERE id = $1 AND state = 'waiting' RETURNING id`,
      [taskId, process, profile],
    );
    if (granted.length === 0) return 'elsewhere';
    await count(statements, account, task.estimate ?? '0', null);
    return 'granted';
  });
}

/** After an unknown outcome, one goes alone, wherever. */
async function isFull({ rows }: Statements, account: string, { at_once: most, unclear }: Limits): Promise<boolean> {
  const [sending] = await rows<{ count: string }>("SELECT count(*) FROM latent.task WHERE account = $1 AND state = 'sending'", [account]);
  return Number(sending?.count ?? 0) >= (unclear > 0 ? 1 : most);
}

async function beyondBudget({ rows }: Statements, account: string, estimate: string | null, limits: Limits): Promise<'budget' | 'price' | null> {
  if (limits.day_limit === null && limits.month_limit === null && limits.total_limit === null) return null;
  if (estimate === null) return 'price';
  const [fits] = await rows<{ fits: boolean }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE day = current_date), 0) + $2::numeric <= coalesce($3::numeric, 'Infinity')
        AND coalesce(sum(amount) FILTER (WHERE day >= date_trunc('month', current_date)), 0) + $2::numeric <= coalesce($4::numeric, 'Infinity')
        AND coalesce(sum(amount), 0) + $2::numeric <= coalesce($5::numeric, 'Infinity') AS fits
     FROM latent.spent WHERE account = $1`,
    [account, estimate, limits.day_limit, limits.month_limit, limits.total_limit],
  );
  return fits?.fits === true ? null : 'budget';
}

/** Adds to what counts as spent. `day`: null is today. */
export async function count({ rows }: Statements, account: string, amount: string, day: string | null): Promise<void> {
  await rows(
    `INSERT INTO latent.spent (account, day, amount) VALUES ($1, coalesce($3::date, current_date), $2::numeric)
     ON CONFLICT (account, day) DO UPDATE SET amount = latent.spent.amount + excluded.amount`,
    [account, amount, day],
  );
}

/** Milliseconds until the next question. */
const pauses: Readonly<Record<Refusal | 'unreachable', number>> = { full: 50, stopped: 1_000, budget: 2_000, price: 2_000, unreachable: 500 };

export interface AdmissionDeps {
  readonly database: QueueDatabase;
  readonly account: string;
  readonly process: string;
  readonly profile: string;
  /** Called when a task begins to wait. */
  readonly waits: (why: Refusal | 'unreachable', error?: unknown) => void;
}

/** The engine's question, which waits for the shared limits, and for a server that does not answer. */
export function createAdmission({ database, waits, ...who }: AdmissionDeps): Admission {
  return async (id, signal) => {
    let before: string | null = null;
    while (!signal.aborted) {
      let error: unknown = null;
      const answer = await askPermission(database, id, who).catch((failure: unknown) => {
        error = failure;
        return 'unreachable' as const;
      });
      if (answer === 'granted') workerSteps.publish('granted');
      if (answer === 'granted' || answer === 'elsewhere') return answer;
      if (answer !== before) waits(answer, error);
      before = answer;
      await wait(pauses[answer], undefined, { signal }).catch(() => undefined);
    }
    return 'closing';
  };
}
