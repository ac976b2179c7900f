import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../../../shared/account.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import type { ChangeBatch } from '../../../../shared/ipc/api.ts';
import type { AnyChannel, AnyInput, AnyOutputs } from '../../../../shared/ipc/programs.ts';
import type { GenerationRequest, TaskId } from '../../../../shared/task.ts';
import { readBaseUrl } from '../../../../shared/network/base-url.ts';
import { workerFile } from '../../../compose/compose-engine.ts';
import { writeWholeFileSync } from '../../../core/util/whole-file.ts';
import { composeOnNode, type ComposedOnNode, type NodeOptions } from '../../node/node-host.ts';
import type { Access } from '../access.ts';
import { chosenAccount } from '../command-options.ts';
import { exitStatuses, type CommandContext } from '../command-context.ts';
import { addWithEnvironmentKey, lendEnvironmentKey } from '../lend-environment-key.ts';
import { openJobQueue, type JobQueue } from '../queue/job-queue.ts';
import { mayPass, openQueueDatabase, withoutPassword, type QueueDatabase } from '../queue/queue-database.ts';
import { ensureAccount, keyOf } from '../queue/shared-account.ts';
import type { BucketOptions } from '../mirror-bucket.ts';
import { UsageFault } from '../usage-fault.ts';
import { beat, leftOpen, sweep, takeOver, type TakenOver, type WorkerRun } from './dead-workers.ts';
import { serveMetrics, type WorkerState } from './metrics-server.ts';
import { createAdmission, workerSteps } from './permission.ts';
import { share, sharedOf } from './task-records.ts';
import { openWorkerMirror, type WorkerMirror } from './worker-mirror.ts';

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

/** Milliseconds between two looks into the queue while it is empty, and between two rounds of what a worker does for others. */
const lookInterval = 300;

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
    const worker = new Worker({ database, jobs, access, composed, chosen, run, dirty, mirror, most: options.most, atOnce: options.atOnce, trouble });
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

interface WorkerParts {
  readonly database: QueueDatabase;
  readonly jobs: JobQueue;
  readonly access: Pick<Access, 'call'>;
  readonly composed: ComposedOnNode;
  readonly chosen: Account;
  readonly run: WorkerRun;
  /** Tasks whose record has changed since it was shared. */
  readonly dirty: Set<TaskId>;
  readonly mirror: (WorkerMirror & { readonly every: number }) | null;
  readonly most: number;
  readonly atOnce: number;
  readonly trouble: (error: unknown) => void;
}

/** A task that this run has taken from the queue, and may not POST yet. */
interface Held {
  readonly id: TaskId;
  readonly request: GenerationRequest;
}

/** Moves tasks between the queue and this computer's own history. */
class Worker {
  readonly #parts: WorkerParts;
  /** Tasks in the own history that are not done: whether they still wait for their turn. */
  readonly #open = new Map<TaskId, 'waiting' | 'sent'>();
  readonly state: WorkerState = { beatAt: 0, open: () => this.#open.size, unmirrored: () => this.#parts.mirror?.missing() ?? 0, counts: { taken: 0, shared: 0, takenOver: 0, failures: 0 } };

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Resolves once this run is known to the others and the engine runs. */
  async begin(patiently: <T>(act: () => Promise<T>) => Promise<T>): Promise<void> {
    const { database, run, composed } = this.#parts;
    await patiently(() => beat(database, run));
    this.state.beatAt = performance.now();
    const left = await patiently(() => leftOpen(database, run));
    await composed.start();
    for (const task of left) {
      this.#open.set(task.localId, 'sent');
      this.#parts.dirty.add(task.localId);
      // This profile was killed after it took the task over, and before it wrote that down.
      const { remoteId } = task;
      if (remoteId !== null && !(await this.#isKnown(task.localId))) await patiently(() => this.#follow({ ...task, remoteId }));
    }
  }

  /** Works until the signal is aborted. */
  async work(signal: AbortSignal): Promise<void> {
    const loop = async (pause: number, act: () => Promise<boolean>): Promise<void> => {
      while (!signal.aborted) {
        const more = await act().catch((error: unknown) => {
          this.state.counts.failures += 1;
          this.#parts.trouble(error);
          return false;
        });
        if (!more) await wait(pause, undefined, { signal }).catch(() => undefined);
      }
    };
    const { run, mirror } = this.#parts;
    const { deadAfter } = run;
    await Promise.all([
      ...(mirror === null ? [] : [loop(mirror.every, () => this.#mirror(mirror))]),
      loop(lookInterval, () => this.#take()), loop(lookInterval / 3, () => this.#share()), loop(Math.min(5_000, deadAfter * 250), () => this.#careForOthers()),
    ]);
  }

  /** Shares what became known during the end. What the server does not hear now, the next run of this profile tells it. */
  async lastWords(): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.#share().catch(() => true)); tries += 1);
  }

  async #take(): Promise<boolean> {
    const { database, jobs, run, mirror, most, atOnce } = this.#parts;
    // What only waits for the bucket needs nobody.
    const followed = this.#open.size - (mirror?.missing() ?? 0);
    const waiting = [...this.#open.values()].filter((state) => state === 'waiting').length;
    const room = Math.min(2 * atOnce - waiting, most - followed);
    if (room < Math.min(atOnce, most)) return false;
    const offered = await jobs.take(run.account, room);
    if (offered.length === 0) return false;
    workerSteps.publish('taken');
    const tasks = await database.rows<Held>("UPDATE latent.task SET holder = $1 WHERE id = ANY($2) AND state = 'waiting' AND holder IS NULL RETURNING id, request", [run.process, offered.map(({ taskId }) => taskId)]);
    await jobs.taken(run.account, offered);
    await this.#begin(tasks);
    return true;
  }

  /** Writes tasks that this run has taken into the own history. Some may be there. */
  async #begin(held: readonly Held[]): Promise<void> {
    const { access, chosen, dirty } = this.#parts;
    const tasks = held.filter(({ id }) => !this.#open.has(id));
    if (tasks.length === 0) return;
    for (const { id } of tasks) this.#open.set(id, 'waiting');
    const begin = async ({ id, request }: Held): Promise<void> => {
      try {
        await access.call('tasks:submit', { accountId: chosen.id, request, taskIds: [id], retryOf: null });
        dirty.add(id);
      } catch (error) {
        // The next round tries again.
        this.#open.delete(id);
        throw error;
      }
    };
    await Promise.all(tasks.map(begin));
    this.state.counts.taken += tasks.length;
    workerSteps.publish('in-ledger');
  }

  /** Returns whether something could not be shared. */
  async #share(): Promise<boolean> {
    const { database, access, run, dirty } = this.#parts;
    const ids = [...dirty].slice(0, 16);
    for (const id of ids) dirty.delete(id);
    const one = async (id: TaskId): Promise<void> => {
      const found = await access.call('tasks:detail', { taskId: id }).catch((error: unknown) => {
        if (error instanceof AppFailure && error.appError.code === 'not-found') return null;
        throw error;
      });
      if (found === null) return void this.#open.delete(id);
      const { libraryFolder } = await access.call('app:snapshot', undefined);
      const shared = this.#asFarAsSafe(id, sharedOf(found, libraryFolder));
      const { status } = found.task.state;
      if (shared !== null) {
        if (shared.state === 'accepted') workerSteps.publish('id-known');
        if (shared.state === 'done') workerSteps.publish('pictures-kept');
        await share(database, id, run.profile, shared);
        this.state.counts.shared += 1;
      }
      const isOver = status === 'withdrawn' || (shared !== null && shared.state !== 'accepted');
      if (isOver) {
        this.#open.delete(id);
        this.#parts.mirror?.forget(id);
      } else this.#open.set(id, status === 'queued' ? 'waiting' : 'sent');
    };
    const failed: unknown[] = [];
    await Promise.all(
      ids.map((id) =>
        one(id).catch((error: unknown) => {
          dirty.add(id);
          failed.push(error);
        }),
      ),
    );
    if (failed.length > 0) throw failed[0];
    return dirty.size > 0;
  }

  /** With a mirror, a task is done once its pictures are in the bucket: this computer's disk may be lost. */
  #asFarAsSafe(id: TaskId, shared: ReturnType<typeof sharedOf>): ReturnType<typeof sharedOf> {
    const { mirror } = this.#parts;
    if (mirror === null || shared?.state !== 'done' || shared.pictures.length === 0) return shared;
    if (!mirror.has(id)) return { ...shared, state: 'accepted', pictures: [] };
    return shared;
  }

  /** A run that failed is repeated with the next one. */
  async #mirror(mirror: WorkerMirror): Promise<boolean> {
    for (const id of await mirror.run()) this.#parts.dirty.add(id);
    return false;
  }

  /** The heartbeat, what dead workers left, and whether somebody said that sending goes on. */
  async #careForOthers(): Promise<boolean> {
    const { database, jobs, run, access, chosen } = this.#parts;
    await beat(database, run);
    this.state.beatAt = performance.now();
    await sweep(database, jobs, run);
    // The answer that said so was lost, or the disk refused.
    await this.#begin(await database.rows<Held>("SELECT id, request FROM latent.task WHERE holder = $1 AND state = 'waiting'", [run.process]));
    for (const task of await takeOver(database, run)) {
      this.state.counts.takenOver += 1;
      workerSteps.publish('taken-over');
      await this.#follow(task);
    }
    const [limits] = await database.rows<{ stopped: boolean }>('SELECT stopped FROM latent.account WHERE key = $1', [run.account]);
    const isStopped = (await access.call('app:snapshot', undefined)).accounts.some(({ id, sendingStopped }) => id === chosen.id && sendingStopped);
    if (isStopped && limits?.stopped === false) await access.call('accounts:resume-sending', { accountId: chosen.id });
    return false;
  }

  async #follow({ localId, remoteId, request }: TakenOver): Promise<void> {
    const { composed, chosen, dirty } = this.#parts;
    this.#open.set(localId, 'sent');
    try {
      await composed.engine.addById(localId, chosen.id, remoteId, request, true);
    } catch (error) {
      // This profile has the service's id under another id of its own, such as from before it was cut off. Its own record goes on.
      if (!(error instanceof AppFailure) || error.appError.code !== 'id-known') throw error;
      await this.#parts.database.rows('UPDATE latent.task SET local_id = $2 WHERE local_id = $1', [localId, error.appError.detail]);
      this.#open.delete(localId);
      dirty.add(error.appError.detail ?? localId);
      return;
    }
    dirty.add(localId);
  }

  async #isKnown(taskId: TaskId): Promise<boolean> {
    return this.#parts.access.call('tasks:detail', { taskId }).then(() => true, () => false);
  }
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
