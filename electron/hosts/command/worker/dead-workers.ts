import type { GenerationRequest } from '../../../../shared/task.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { QueueDatabase } from '../queue/queue-database.ts';

/** One run of a worker, as the others see it. */
export interface WorkerRun {
  readonly process: string;
  readonly profile: string;
  readonly name: string;
  readonly account: string;
  /** Seconds without a heartbeat after which a run counts as dead. */
  readonly deadAfter: number;
}

/** A task that the service has accepted from another worker, and that this one follows from now on. */
export interface TakenOver {
  readonly localId: string;
  readonly remoteId: string;
  readonly request: GenerationRequest;
}

const alive = (column: string): string => `EXISTS (SELECT 1 FROM latent.process p WHERE p.id = ${column} AND p.beat_at > now() - make_interval(secs => $1))`;

/** So many tasks are taken over at once. */
const most = 20;

/** Says that this run is alive. */
export async function beat({ rows }: QueueDatabase, { process, profile, name }: WorkerRun): Promise<void> {
  await rows('INSERT INTO latent.process (id, profile, name) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET beat_at = now()', [process, profile, name]);
}

/**
 * Puts right what dead runs left. What one of them may have sent becomes `unknown`, for everybody; nothing makes it `waiting` again. What it took and had no permission for is
 * offered again. So is what pg-boss has lost, once it offers nothing.
 */
export async function sweep(database: QueueDatabase, jobs: JobQueue, { account, deadAfter }: WorkerRun): Promise<void> {
  await database.rows(`UPDATE latent.task SET state = 'unknown', message = NULL, changed_at = now() WHERE account = $2 AND state = 'sending' AND NOT ${alive('process')}`, [deadAfter, account]);
  const isEmpty = await jobs.isEmpty(account);
  await database.together(async (statements) => {
    const lost = await statements.rows<{ id: string }>(
      `UPDATE latent.task SET holder = NULL, offered_at = now()
       WHERE account = $2 AND state = 'waiting' AND ((holder IS NOT NULL AND NOT ${alive('holder')}) OR (holder IS NULL AND $3 AND offered_at < now() - make_interval(secs => $1)))
       RETURNING id`,
      [deadAfter, account, isEmpty],
    );
    await jobs.offer(account, lost.map(({ id }) => id), statements);
  });
}

/**
 * Takes over accepted tasks that nobody follows. To ask a service again costs nothing, so it does no harm if the other one comes back. One worker at a time looks: two whose statements
 * meet would both see the dead one, because PostgreSQL looks again at the row that the other has changed, and not at who is alive.
 */
export async function takeOver(database: QueueDatabase, { account, deadAfter, process, profile }: WorkerRun): Promise<readonly TakenOver[]> {
  const taken = await database.together(async ({ rows }) => {
    await rows('SELECT 1 FROM latent.account WHERE key = $1 FOR UPDATE', [account]);
    return rows<{ local_id: string; remote_id: string; request: GenerationRequest }>(
      `UPDATE latent.task SET poller = $3, profile = $4, local_id = gen_random_uuid() WHERE id IN (
         SELECT id FROM latent.task WHERE account = $2 AND state = 'accepted' AND remote_id IS NOT NULL AND profile <> $4 AND NOT ${alive('poller')} ORDER BY place LIMIT ${most}
       ) RETURNING local_id, remote_id, request`,
      [deadAfter, account, process, profile],
    );
  });
  return taken.map(({ local_id: localId, remote_id: remoteId, request }) => ({ localId, remoteId, request }));
}

/** What an earlier run of this profile left open. It follows those that were accepted. */
export async function leftOpen({ rows }: QueueDatabase, { process, profile }: WorkerRun): Promise<readonly (Omit<TakenOver, 'remoteId'> & { readonly remoteId: string | null })[]> {
  await rows("UPDATE latent.task SET poller = $1 WHERE profile = $2 AND state = 'accepted'", [process, profile]);
  const found = await rows<{ local_id: string; remote_id: string | null; request: GenerationRequest }>(
    "SELECT local_id, remote_id, request FROM latent.task WHERE profile = $1 AND state IN ('sending', 'accepted', 'unknown')",
    [profile],
  );
  return found.map(({ local_id: localId, remote_id: remoteId, request }) => ({ localId, remoteId, request }));
}
