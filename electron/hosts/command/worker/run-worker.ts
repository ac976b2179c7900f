import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../../../shared/account.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import type { ChangeBatch } from '../../../../shared/ipc/api.ts';
import type { AnyChannel, AnyInput, AnyOutputs } from '../../../../shared/ipc/programs.ts';
import type { TaskId } from '../../../../shared/task.ts';
import { readBaseUrl } from '../../../../shared/network/base-url.ts';
import { workerFile } from '../../../compose/compose-engine.ts';
import { writeWholeFileSync } from '../../../core/util/whole-file.ts';
import { composeOnNode, type ComposedOnNode, type NodeOptions } from '../../node/node-host.ts';
import type { Access } from '../access.ts';
import { chosenAccount } from '../command-options.ts';
import { exitStatuses, type CommandContext } from '../command-context.ts';
import { addWithEnvironmentKey, lendEnvironmentKey } from '../lend-environment-key.ts';
import { openJobQueue, type JobQueue } from '../queue/job-queue.ts';
import { mayPass, openQueueDatabase, withoutPassword } from '../queue/queue-database.ts';
import { ensureAccount, keyOf } from '../queue/shared-account.ts';
import type { BucketOptions } from '../mirror-bucket.ts';
import { UsageFault } from '../usage-fault.ts';
import type { WorkerRun } from './dead-workers.ts';
import { serveMetrics } from './metrics-server.ts';
import { createAdmission, workerSteps } from './permission.ts';
import { WorkerLoop } from './worker-loop.ts';
import { openWorkerMirror } from './worker-mirror.ts';

export interface WorkerOptions {
  readonly queue: string;
  readonly account?: string;
  readonly address?: string;
  readonly library?: string;
  readonly name: string;
  /** POSTs at a time of this worker. */
  readonly atOnce: number;
  /** Tasks that it follows at a time. */
  readonly most: number;
  readonly deadAfter: number;
  /** Null: no metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Null: the library folder is where pictures go. */
  readonly mirror: { readonly minutes: number; readonly bucket: BucketOptions } | null;
}

/** Sends what the queue hands out, until the signal is aborted. Then each POST gets its answer first. Throws UsageFault if it cannot begin. */
export async function runWorker(context: CommandContext, node: Omit<NodeOptions, 'send' | 'worker'>, options: WorkerOptions): Promise<void> {
  const { say, tell, signal, end } = context;
  const process = randomUUID();
  const { profile, isNew } = profileId(node.userData);
  const dirty = new Set<TaskId>();
  // The account is known once the profile is open, and asked for with the first task.
  let account = '';
  const trouble = createTrouble(tell);
  // A server that restarts, or starts after its workers, is waited for.
  const patiently = async <T>(act: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (signal.aborted || !mayPass(error)) throw error;
        trouble(error);
        await wait(1_000, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const database = await patiently(() => openQueueDatabase(say, options.queue));
  const composed = await composeOnNode({
    ...node,
    send: (changes) => noteChanges(changes, dirty),
    worker: {
      library: options.library === undefined ? (options.mirror === null ? null : path.join(node.userData, 'library')) : path.resolve(options.library),
      namesOfItsOwn: options.mirror !== null,
      journal: profile.replaceAll('-', '').slice(-12),
      admission: (id, closing) => createAdmission({ database, account, process, profile, waits: (why, error) => (error ? trouble(error) : tell(say('command.worker.waits', { id, why }))) })(id, closing),
    },
  });
  let jobs: JobQueue | null = null;
  let metrics: { readonly close: () => Promise<void> } | null = null;
  try {
    const access = accessOf(composed);
    const chosen = await prepare(context, access, options, isNew);
    account = keyOf(chosen);
    const mirror = options.mirror === null ? null : { every: options.mirror.minutes * 60_000, ...(await openWorkerMirror(say, access, options.mirror.bucket)) };
    await patiently(() => ensureAccount(database, account));
    jobs = await patiently(() => openJobQueue(database, true, trouble));
    const run: WorkerRun = { process, profile, name: options.name, account, deadAfter: options.deadAfter };
    const worker = new WorkerLoop({ database, jobs, access, composed, chosen, run, dirty, mirror, most: options.most, atOnce: options.atOnce, trouble });
    await worker.begin(patiently);
    if (options.metrics !== null) metrics = await serveMetrics(options.metrics, worker.state, { database, account, deadAfter: options.deadAfter });
    tell(say('command.worker.begun', { name: options.name, account: chosen.name, server: withoutPassword(options.queue) }));
    await worker.work(signal);
    await composed.close();
    await worker.lastWords();
  } finally {
    await composed.close();
    await metrics?.close();
    await jobs?.close().catch(trouble);
    await database.close();
  }
  end(exitStatuses.done);
}

/** The library, the number of POSTs and the account, as the options say. */
async function prepare({ say }: CommandContext, access: Pick<Access, 'call'>, { atOnce, account: wanted, address }: WorkerOptions, isNew: boolean): Promise<Account> {
  const read = () => access.call('app:snapshot', undefined);
  let facts = await read();
  // They would be cancelled, because the queue does not know them.
  if (isNew && facts.head.some(({ task }) => task.state.status === 'queued')) throw new UsageFault(say('command.worker.own-profile'));
  await access.call('settings:update', { concurrentSubmissions: atOnce, queueStopped: false });
  let name = wanted;
  if (address !== undefined) {
    const reading = readBaseUrl(address);
    if (!reading.ok) throw new AppFailure(reading.why);
    const there = facts.accounts.find(({ removed, kind, baseUrl }) => !removed && kind === 'service' && baseUrl === reading.base);
    name = there?.id ?? (await addWithEnvironmentKey(access, wanted ?? new URL(reading.base).host, reading.base)) ?? undefined;
    if (name === undefined) throw new UsageFault(say('command.worker.no-key', { account: address }));
    facts = await read();
  }
  const account = chosenAccount(say, facts.accounts, facts.selectedAccountId, name);
  await lendEnvironmentKey(access, account);
  const now = (await read()).accounts.find(({ id }) => id === account.id) ?? account;
  if (now.key.status !== 'present') throw new UsageFault(say('command.worker.no-key', { account: account.name }));
  return now;
}

function noteChanges({ changes }: ChangeBatch, dirty: Set<TaskId>): void {
  for (const change of changes) {
    if (change.kind === 'task') {
      dirty.add(change.task.task.id);
      workerSteps.publish(change.task.task.state.status);
    } else if (change.kind === 'image-kept') dirty.add(change.image.taskId);
  }
}

/** The handlers of this process, for those who usually ask over the socket. */
const accessOf = (composed: ComposedOnNode): Pick<Access, 'call'> => ({
  async call<C extends AnyChannel>(channel: C, input: AnyInput<C>): Promise<AnyOutputs[C]> {
    const result = await composed.callHandler(channel, input);
    if (result.ok) return result.value;
    throw new AppFailure(result.error.code, result.error.detail);
  },
});

/** Who this profile is to the others, the same in every run. */
function profileId(userData: string): { readonly profile: string; readonly isNew: boolean } {
  const file = path.join(userData, workerFile);
  try {
    return { profile: (JSON.parse(readFileSync(file, 'utf8')) as { profile: string }).profile, isNew: false };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
  }
  const profile = randomUUID();
  mkdirSync(userData, { recursive: true });
  writeWholeFileSync(file, JSON.stringify({ profile }));
  return { profile, isNew: true };
}

/** Milliseconds between two lines about the same trouble. */
const quiet = 10_000;

function createTrouble(tell: (line: string) => void): (error: unknown) => void {
  const toldAt = new Map<string, number>();
  return (error) => {
    const line = error instanceof Error ? error.message : String(error);
    if (performance.now() - (toldAt.get(line) ?? -Infinity) < quiet) return;
    toldAt.set(line, performance.now());
    tell(line);
  };
}
