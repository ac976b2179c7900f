import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { StoredAccount } from '../../electron/core/accounts/account-store.ts';
import type { AttachReferences } from '../../electron/core/engine/submission/attached-references.ts';
import type { EngineEvents } from '../../electron/core/engine/task-events.ts';
import type { Stores } from '../../electron/database/client/database-contract.ts';
import { createTaskEngine, type TaskEngine } from '../../electron/core/engine/task-engine.ts';
import type { AccountOptions } from '../../shared/account.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { Amount } from '../../shared/money/amount.ts';
import { noBudget, type Budget } from '../../shared/money/budget.ts';
import type { AccountId, BatchId, GenerationRequest, Image, ImageId, TaskId, TaskState, TaskWithImages } from '../../shared/task.ts';
import { createFakeClock, nextMacrotask, type FakeClock } from './fake-clock.ts';
import { openTestDatabase, testAccount, type TestDatabase } from './open-test-database.ts';
import { createFakeAccounts, createFakeDownloads, createFakeClient, type FakeAccounts, type FakeDownloads, type FakeClient } from './engine-fakes.ts';

type Method = keyof Stores;

/** Where the process dies: just before a call reaches the database, or when it is on disk and nobody was told. */
export interface DeathPoint {
  readonly method: Method;
  readonly when: 'before' | 'after';
  readonly matches?: (argument: unknown) => boolean;
}

export interface EngineRig {
  engine: TaskEngine;
  clock: FakeClock;
  readonly service: FakeClient;
  readonly downloads: FakeDownloads;
  readonly accounts: FakeAccounts;
  readonly settings: { watchLimitMinutes: number; concurrentSubmissions: number; queueStopped: boolean };
  /** What a submission costs by the price table. */
  price: (request: GenerationRequest) => Amount | null;
  budget: Budget;
  attach: AttachReferences;
  repeats: AccountOptions['repeats'];
  online: boolean;
  /** What the wall clock of the next process shows when it starts; null: the usual time. */
  nextStart: number | null;
  /** The error that the disk answers to a call, or null: it is written. */
  disk: (method: Method, argument: unknown) => AppFailure | null;
  /** The error with which a call that was written fails nevertheless, or null. */
  loseAnswer: (method: Method) => AppFailure | null;
  /** Whether a call runs twice, as when the thread of the database dies before it answers. The second answer counts. */
  doubled: (method: Method) => boolean;
  /** What a call waits for before it reaches the disk; null: nothing. */
  diskBusy: (method: Method) => Promise<void> | null;
  /** Every call of the repository, in order. */
  readonly calls: { readonly method: Method; readonly argument: unknown }[];
  readonly changes: TaskWithImages[];
  readonly keptImages: Image[];
  readonly changedBatches: BatchId[];
  /** Pictures whose files were placed, and whether their rows were saved then; null: that is not known yet. */
  readonly placed: Map<ImageId, boolean | null>;
  /** Notices that hold now. */
  readonly notices: Map<string, string>;
  dieAt(point: DeathPoint): void;
  isDead(): boolean;
  /** Submits so many tasks and lets everything that this sets off come to rest. */
  submit(count?: number): Promise<readonly TaskId[]>;
  /** The same request so many times, as one click sends them. */
  submitTogether(count: number, prompt?: string): Promise<readonly TaskId[]>;
  state(id: TaskId): Promise<TaskState>;
  stored(id: TaskId): Promise<TaskWithImages>;
  /** Ends as the app does, and starts again on the same file. */
  restart(): Promise<void>;
  /** The process is gone without a word; a new one starts on the same file. */
  crash(): Promise<void>;
  settle(): Promise<void>;
  saveAccount(account: StoredAccount): Promise<void>;
  /** The person says that sending goes on. */
  goOn(accountId?: AccountId): Promise<void>;
}

/** A task engine on a real database and a fake clock, before a scripted service. It is not started. */
export async function openEngineRig(): Promise<EngineRig> {
  let database: TestDatabase = await openTestDatabase();
  let pending = 0;
  let death: DeathPoint | null = null;
  let dead = false;
  let generation = 0;

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 2; quiet = pending === 0 ? quiet + 1 : 0) await nextMacrotask();
  };

  const never = new Promise<never>(() => undefined);

  const watched = (repository: Stores): Stores => {
    const mine = generation;
    const call = async (method: Method, args: readonly unknown[]): Promise<unknown> => {
      if (dead || mine !== generation) return never;
      const argument = args[0];
      rig.calls.push({ method, argument });
      const refusal = rig.disk(method, argument);
      if (refusal) throw refusal;
      await rig.diskBusy(method);
      const dies = death !== null && death.method === method && (death.matches?.(argument) ?? true) ? death.when : null;
      if (dies === 'before') dead = true;
      if (dead) return never;
      const run = repository[method] as (...given: readonly unknown[]) => Promise<unknown>;
      pending += 1;
      if (rig.doubled(method)) await run(...args);
      const value = await run(...args).finally(() => {
        pending -= 1;
      });
      if (dies === 'after') dead = true;
      const lost = rig.loseAnswer(method);
      if (lost) throw lost;
      return dead || mine !== generation ? never : value;
    };
    return new Proxy(repository, { get: (_, method) => (...args: readonly unknown[]) => call(method as Method, args) });
  };

  const events: EngineEvents = {
    taskChanged: (entry) => rig.changes.push(entry),
    imagePlaced(id, _file, saved) {
      rig.placed.set(id, null);
      void saved.then((isSaved) => rig.placed.set(id, isSaved));
    },
    imageKept: (image) => rig.keptImages.push(image),
    batchChanged: (id) => rig.changedBatches.push(id),
    notice(code, subject) {
      if (subject === null) rig.notices.delete(code);
      else rig.notices.set(code, subject);
    },
  };

  /** Stops and resumes sending on disk, as the app's accounts do. A stop holds from the call on. */
  const storeStop = async (accountId: AccountId, sendingStoppedAt: number | null): Promise<void> => {
    const repository = watched(database.repository);
    const { sendingStoppedAt: _, ...row } = (await repository.accounts()).find(({ id }) => id === accountId) ?? testAccount;
    await repository.saveAccount(sendingStoppedAt === null ? row : { ...row, sendingStoppedAt });
  };

  const build = (): TaskEngine =>
    createTaskEngine({
      clock: rig.clock,
      random: () => 0.5,
      repository: watched(database.repository),
      client: rig.service,
      downloads: rig.downloads,
      accounts: rig.accounts,
      prices: { price: (_account, request) => rig.price(request) },
      budget: () => rig.budget,
      attach: (accountId, request) => rig.attach(accountId, request),
      repeats: () => rig.repeats,
      events,
      isOnline: () => rig.online,
      settings: () => rig.settings,
    });

  const openAgain = async (): Promise<void> => {
    generation += 1;
    dead = false;
    death = null;
    database = await database.reopen();
    rig.clock = createFakeClock(settle);
    if (rig.nextStart !== null) rig.clock.moveWall(rig.nextStart - rig.clock.now());
    rig.accounts.stopped.clear();
    for (const { id, sendingStoppedAt } of await database.repository.accounts()) if (sendingStoppedAt !== undefined) rig.accounts.stopped.add(id);
    rig.engine = build();
    await rig.engine.start();
    await settle();
  };

  const submitAll = async (prompts: readonly string[]): Promise<readonly TaskId[]> => {
    const tasks = prompts.map((prompt) => ({ id: randomUUID(), accountId: testAccount.id, request: { model: 'm', prompt, size: '64x64', quality: 'low' }, retryOf: null }));
    // A call to a process that has died is never answered.
    await Promise.race([rig.engine.submit(tasks), settle()]);
    await settle();
    return tasks.map(({ id }) => id);
  };

  const rig: EngineRig = {
    engine: undefined as unknown as TaskEngine,
    clock: createFakeClock(settle),
    service: createFakeClient(() => rig.clock),
    downloads: createFakeDownloads(),
    accounts: createFakeAccounts(),
    settings: { watchLimitMinutes: 10, concurrentSubmissions: 4, queueStopped: false },
    price: () => null,
    budget: noBudget,
    attach: () => Promise.resolve(null),
    repeats: null,
    online: true,
    nextStart: null,
    disk: () => null,
    loseAnswer: () => null,
    doubled: () => false,
    diskBusy: () => null,
    calls: [],
    changes: [],
    keptImages: [],
    changedBatches: [],
    placed: new Map(),
    notices: new Map(),
    dieAt(point) {
      death = point;
    },
    isDead: () => dead,
    submit: (count = 1) => submitAll(Array.from({ length: count }, (_, index) => `picture ${index}`)),
    submitTogether: (count, prompt = 'the same') => submitAll(Array.from({ length: count }, () => prompt)),
    state: async (id) => (await rig.stored(id)).task.state,
    async stored(id) {
      const found = await database.repository.task(id);
      if (found === null) throw new Error(`no task ${id}`);
      return found;
    },
    async restart() {
      const closing = rig.engine.close();
      await rig.clock.advance(2_000);
      await closing;
      await openAgain();
    },
    crash: openAgain,
    settle,
    saveAccount: (account) => database.repository.saveAccount(account),
    async goOn(accountId = testAccount.id) {
      await storeStop(accountId, null);
      rig.accounts.stopped.delete(accountId);
      rig.engine.goOnSending(accountId);
      await settle();
    },
  };
  rig.accounts.stopSending = (accountId) => {
    rig.accounts.stopped.add(accountId);
    return storeStop(accountId, rig.clock.now());
  };
  rig.engine = build();
  onTestFinished(() => database.remove());
  return rig;
}

/** One task that the service has accepted. */
export async function openWatchedTask(): Promise<{ rig: EngineRig; id: TaskId }> {
  const rig = await openEngineRig();
  await rig.engine.start();
  await rig.clock.advance(10_000);
  const [id = ''] = await rig.submit();
  return { rig, id };
}

/** Whether the argument of a repository method is a task with this status. */
export const isState = (status: string) => (argument: unknown): boolean => (argument as { state?: { status: string } }).state?.status === status;

export const diskFull = new AppFailure('disk-full', 'no room');
