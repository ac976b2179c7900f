import { costOf } from '../../../../shared/money/task-cost.ts';
import { remoteIdOf, type TaskWithImages } from '../../../../shared/task.ts';
import type { QueueDatabase } from '../queue/queue-database.ts';
import { count, workerSteps } from './permission.ts';

/** A picture as the queue knows it. `path`: below the library folder, with forward slashes. */
export interface SharedPicture {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The library folder, as the worker sees it. */
  readonly library: string;
}

/** What of a worker's own record the others may know. */
interface Shared {
  readonly state: 'accepted' | 'done' | 'failed' | 'missing' | 'rejected' | 'unknown';
  readonly remoteId: string | null;
  readonly message: string | null;
  /** Null: as it was estimated. */
  readonly charge: string | null;
  readonly pictures: readonly SharedPicture[];
  /** Whether it says something about the service: an outcome that is unknown because this worker ended does not. */
  readonly isUnclear: boolean;
}

/** From which states of the shared record each may follow. An id that comes late is never given up. */
const follows: Readonly<Record<Shared['state'], readonly string[]>> = {
  accepted: ['sending', 'unknown'],
  done: ['sending', 'unknown', 'accepted'],
  failed: ['sending', 'unknown', 'accepted'],
  missing: ['sending', 'unknown', 'accepted'],
  rejected: ['sending', 'unknown'],
  unknown: ['sending'],
};

/** Unknown outcomes in a row after which nobody sends with the account until somebody says so (submission-brake.ts). */
const mostUnclear = 3;

/** Null: there is nothing to share yet. */
export function sharedOf({ task, images }: TaskWithImages, library: string): Shared | null {
  const { state } = task;
  const cost = costOf(task);
  const message = 'said' in state ? (state.said.message ?? state.said.code) : null;
  const record = (to: Shared['state']): Shared => ({
    state: to,
    remoteId: remoteIdOf(task),
    message,
    charge: cost === null || cost.by === 'nobody' || cost.by === 'estimate' ? null : cost.amount,
    isUnclear: state.status === 'unknown' && state.reason !== 'stopped-while-sending',
    pictures: images.flatMap((image) => (image.state.status === 'kept' ? [{ path: image.state.file.path, sha256: image.state.file.sha256, bytes: image.state.file.bytes, library }] : [])),
  });
  switch (state.status) {
    case 'queued':
    case 'submitting':
    case 'withdrawn':
      return null;
    case 'processing':
    case 'paused':
      return record('accepted');
    case 'completed':
      return record(images.some((image) => image.state.status === 'waiting') ? 'accepted' : 'done');
    case 'failed':
    case 'missing':
    case 'rejected':
    case 'unknown':
      return record(state.status);
  }
}

/**
 * Writes what became of a task, unless another worker follows it now. Brake and budget change in the same commit. Rejects if the server does not answer; then it is to be called again.
 */
export async function share(database: QueueDatabase, localId: string, profile: string, shared: Shared): Promise<void> {
  await database.together(async (statements) => {
    const { rows } = statements;
    const [found] = await rows<{ id: string; account: string }>('SELECT id, account FROM latent.task WHERE local_id = $1 AND profile = $2', [localId, profile]);
    if (found === undefined) return;
    // Before the task's row, as for a permission.
    await rows('SELECT 1 FROM latent.account WHERE key = $1 FOR UPDATE', [found.account]);
    const [before] = await rows<{ state: string; charge: string; day: string | null; estimate: string | null }>(
      'SELECT state, charge, granted_on::text AS day, coalesce(estimate, 0)::text AS estimate FROM latent.task WHERE id = $1 AND profile = $2 FOR UPDATE',
      [found.id, profile],
    );
    if (before === undefined || !follows[shared.state].includes(before.state)) return;
    const charge = shared.charge ?? before.estimate ?? '0';
    await rows('UPDATE latent.task SET state = $2, remote_id = coalesce($3, remote_id), message = $4, charge = $5::numeric, pictures = $6, changed_at = now() WHERE id = $1', [
      found.id,
      shared.state,
      shared.remoteId,
      shared.message,
      charge,
      JSON.stringify(shared.pictures),
    ]);
    const [difference] = await rows<{ amount: string }>('SELECT ($1::numeric - $2::numeric)::text AS amount', [charge, before.charge]);
    if (Number(difference?.amount) !== 0) await count(statements, found.account, difference?.amount ?? '0', before.day);
    if (shared.isUnclear) await rows('UPDATE latent.account SET unclear = unclear + 1, stopped = stopped OR unclear + 1 >= $2 WHERE key = $1', [found.account, mostUnclear]);
    else if (shared.state === 'accepted' || shared.state === 'done') await rows('UPDATE latent.account SET unclear = 0 WHERE key = $1 AND unclear > 0', [found.account]);
  });
  workerSteps.publish(`shared-${shared.state}`);
}
