import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../../../shared/account.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import type { GenerationRequest, TaskId } from '../../../../shared/task.ts';
import type { ComposedOnNode } from '../../node/node-host.ts';
import type { Access } from '../access.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { QueueDatabase } from '../queue/queue-database.ts';
import { beat, leftOpen, sweep, takeOver, type TakenOver, type WorkerRun } from './dead-workers.ts';
import type { WorkerState } from './metrics-server.ts';
import { workerSteps } from './permission.ts';
import { share, sharedOf } from './task-records.ts';
import type { WorkerMirror } from './worker-mirror.ts';

/** Milliseconds between two looks into the queue while it is empty, and between two rounds of what a worker does for others. */
const lookInterval = 300;

export interface WorkerParts {
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
export class WorkerLoop {
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
    // In one transaction: a run that ends before it is committed has taken nothing.
    const [offered, tasks] = await database.together(async (statements) => {
      const ids = await jobs.take(run.account, room, statements);
      if (ids.length > 0) workerSteps.publish('taken');
      return [ids, await statements.rows<Held>("UPDATE latent.task SET holder = $1 WHERE id = ANY($2) AND state = 'waiting' AND holder IS NULL RETURNING id, request", [run.process, ids])];
    });
    await this.#begin(tasks);
    return offered.length > 0;
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
