import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isFree, unitOf, type Account } from '../../../../shared/account.ts';
import type { Snapshot } from '../../../../shared/ipc/api.ts';
import { expectedPrice } from '../../../../shared/money/expected-price.ts';
import type { GenerationRequest } from '../../../../shared/task.ts';
import { exitStatuses, type CommandContext } from '../command-context.ts';
import { exitStatusFor, type PrintedTask } from '../printed-task.ts';
import { openJobQueue } from '../queue/job-queue.ts';
import { openQueueDatabase } from '../queue/queue-database.ts';
import { handOverToQueue, idsOfRequest, openInQueue, readQueueTasks, type QueueRow } from '../queue/queue-tasks.ts';
import { ensureAccount, keyOf } from '../queue/shared-account.ts';
import { UsageFault } from '../usage-fault.ts';
import { createProgressLine } from './progress-line.ts';

export interface QueuedGenerate {
  readonly queue: string;
  readonly facts: Snapshot;
  readonly account: Account;
  readonly requests: readonly GenerationRequest[];
  /** How many were not handed over, because a budget had no room for them. */
  readonly left: number;
  readonly requestId: string;
  /** Where this computer has the workers' library. Absent: where the workers have it. */
  readonly library?: string;
  readonly waits: boolean;
}

/** Milliseconds between two looks. */
const lookInterval = 500;

/** Hands tasks to the workers of a queue, waits for them, and prints what `latent generate` prints. Throws UsageFault before anything is handed over. */
export async function generateInQueue({ say, tell, print, end, signal }: CommandContext, { queue, facts, account, requests, left, requestId, library, waits }: QueuedGenerate): Promise<void> {
  const database = await openQueueDatabase(say, queue);
  const jobs = await openJobQueue(database, false, () => undefined);
  try {
    const key = keyOf(account);
    await ensureAccount(database, key);
    const ids = idsOfRequest(requestId, requests.length);
    const tasks = requests.map((request, at) => ({ id: ids[at] ?? '', request, estimate: estimateOf(request, account, facts) }));
    if (!(await handOverToQueue(database, jobs, key, tasks))) throw new UsageFault(say('command.generate.request-id-used'));
    const line = createProgressLine(process.stderr);
    while (waits && !signal.aborted) {
      // A server that restarts is asked again.
      const open = await openInQueue(database, ids).catch(() => null);
      if (open === 0) break;
      if (open !== null) line.show(say('command.generate.progress', { done: ids.length - open, all: ids.length }));
      await wait(lookInterval, undefined, { signal }).catch(() => undefined);
    }
    line.end();
    const printed = (await readQueueTasks(database, ids)).map((row) => printedRow(row, account, facts, library));
    print({ batch: null, left, requestId, tasks: printed }, waits ? printed.flatMap(({ pictures }) => pictures) : printed.map(({ id }) => id));
    for (const task of printed) {
      if (task.status === 'unknown') tell(say('command.queue.unknown', { id: task.id }));
      end(waits || task.status === 'unknown' ? exitStatusFor(task) : exitStatuses.done);
    }
    if (!waits || signal.aborted) tell(say('command.generate.queue-goes-on', { id: requestId }));
    if (signal.aborted) {
      tell(say('command.generate.ids', { ids: ids.slice(0, 100).join(' ') }));
      end(exitStatuses.underWay);
    }
  } finally {
    await jobs.close();
    await database.close();
  }
}

/** Null: its price is unknown. */
function estimateOf(request: GenerationRequest, { id }: Account, facts: Snapshot): string | null {
  if (isFree(id)) return '0';
  const price = expectedPrice([{ accountId: id, request, count: 1 }], facts);
  return price === null || price.unpriced > 0 ? null : price.amount;
}

/** What the window calls the states of the queue. */
const statuses = { waiting: 'queued', sending: 'submitting', accepted: 'processing', done: 'completed', failed: 'failed', missing: 'missing', rejected: 'rejected', unknown: 'unknown' } as const satisfies Record<QueueRow['state'], string>;

function printedRow({ id, state, request, estimate, charge, remote_id: remoteId, message, pictures, created_at: createdAt }: QueueRow, account: Account, { accounts }: Snapshot, library: string | undefined): PrintedTask {
  const isSent = state !== 'waiting' && !isFree(account.id);
  return {
    id,
    remoteId,
    status: statuses[state],
    waitsFor: state === 'waiting' ? 'turn' : null,
    account: { id: account.id, name: account.name },
    prompt: request.prompt,
    model: request.model,
    size: request.size,
    quality: request.quality,
    createdAt: createdAt.toISOString(),
    cost: isSent ? { amount: estimate === null && Number(charge) === 0 ? null : charge, unit: unitOf(accounts, account.id), by: estimate === charge ? 'estimate' : 'service' } : null,
    message,
    pictures: pictures.map((picture) => path.join(library === undefined ? picture.library : path.resolve(library), ...picture.path.split('/'))),
  };
}
