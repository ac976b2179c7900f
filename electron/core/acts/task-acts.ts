import { AppFailure } from '../../../shared/errors.ts';
import { compareAmounts, noAmount, type Amount } from '../../../shared/money/amount.ts';
import { remoteIdOf, type BatchId, type EpochMs, type GenerationRequest, type Task, type TaskId } from '../../../shared/task.ts';
import type { Direction, UndoQuestion } from '../../../shared/reverting.ts';
import type { UndoToken } from '../../../shared/undo-token.ts';
import type { BatchStore } from '../engine/batch-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { QueueMove, TaskReader } from '../engine/task-store.ts';
import { changeStep, changing, type Change, type ChangeDeps, type Written } from '../undo/change-step.ts';
import type { UndoLog, UndoStep } from '../undo/undo-log.ts';
import { applyInBatches } from '../util/apply-in-batches.ts';

/** Tasks to which something was done. Left out are those in whose state it means nothing; if that is all of them, the call rejects with `wrong-state`. */
interface Done {
  readonly taskIds: readonly TaskId[];
  readonly token: UndoToken | null;
}

/**
 * What a person does with tasks, in a way that can be undone. No undo sends anything unasked: tasks come back into the queue on hold, unless the person agreed to
 * a question that named them. Calls reject as those of the engine do.
 */
export interface TaskActs {
  withdraw(taskIds: readonly TaskId[]): Promise<Done>;
  dismiss(taskIds: readonly TaskId[]): Promise<Done>;
  settle(costs: readonly { readonly taskId: TaskId; readonly cost: Amount | null }[]): Promise<Done>;
  edit(id: TaskId, request: GenerationRequest): Promise<UndoToken | null>;
  attach(id: TaskId, remoteId: string, anyway: boolean): Promise<UndoToken | null>;
  detach(taskIds: readonly TaskId[]): Promise<Done>;
  move(moves: readonly QueueMove[]): Promise<UndoToken | null>;
  renameBatch(id: BatchId, name: string): Promise<UndoToken | null>;
}

export interface TaskActsDeps {
  readonly engine: Pick<TaskEngine, 'withdraw' | 'requeue' | 'dismiss' | 'undismiss' | 'settle' | 'edit' | 'attach' | 'detach' | 'move' | 'renameBatch'>;
  readonly repository: Pick<TaskReader, 'task'> & Pick<BatchStore, 'openBatches' | 'batchNames'>;
  readonly undoLog: Pick<UndoLog, 'record'>;
}

/** The id that a task has at the service, and what was noted of its cost under it. */
interface Identity {
  readonly remoteId: string | null;
  readonly settled: Amount | null;
}

export function createTaskActs({ engine, repository, undoLog }: TaskActsDeps): TaskActs {
  const read = readerOf(repository);
  const record = (step: UndoStep | null): UndoToken | null => step && undoLog.record(step);

  /** A value of a task. `valueOf` is undefined for a task in whose state there is no such value. */
  const valuesOf = <Value>(valueOf: (task: Task) => Value | undefined, write: (change: Change<TaskId, Value>) => Promise<void>, ask?: ChangeDeps<TaskId, Value>['ask']): ChangeDeps<TaskId, Value> => ({
    async read(ids) {
      const values = new Map<TaskId, Value>();
      for (const task of await read(ids)) {
        const value = valueOf(task);
        if (value !== undefined) values.set(task.id, value);
      }
      return values;
    },
    write: (changes) => writeEach(changes, write),
    ...(ask && { ask }),
  });

  /** Asks about tasks that count differently as spent: `costOf` says how much at least. */
  const askCosts = async <Value>(changes: readonly Change<TaskId, Value>[], costOf: (task: Task, to: Value) => Amount | null): Promise<UndoQuestion> => {
    const to = new Map(changes.map((change) => [change.key, change]));
    const costs = (await read([...to.keys()])).flatMap((task) => {
      const change = to.get(task.id);
      return change ? [{ task, cost: costOf(task, change.to) }] : [];
    });
    return { kind: 'costs', costs };
  };

  const hidden = valuesOf<boolean>(({ dismissedAt }) => dismissedAt !== null, ({ key, to }) => (to ? engine.dismiss : engine.undismiss)(key));
  const settled = valuesOf<Amount | null>((task) => task.settled, ({ key, to }) => engine.settle(key, to), (changes) => askCosts(changes, (_, cost) => cost));
  const requests = valuesOf<GenerationRequest>(
    ({ state, request }) => (state.status === 'queued' ? request : undefined),
    ({ key, to }) => engine.edit(key, to),
    async ([change]) => {
      const [task] = change ? await read([change.key]) : [];
      return task && change ? { kind: 'request', task, request: change.to } : null;
    },
  );
  /** `dismissedAt`: when the task was hidden that had no id. It is hidden again, because a shown one may be sent again. */
  const identities = (dismissedAt: EpochMs | null): ChangeDeps<TaskId, Identity> => valuesOf<Identity>(
    (task) => ({ remoteId: remoteIdOf(task), settled: task.settled }),
    ({ key, to: { remoteId, settled: noted } }) => (remoteId === null ? engine.detach(key, { settled: noted, dismissedAt }) : engine.attach(key, remoteId, true, noted)),
    // Without its id, a task counts as estimated until what was noted counts again.
    (changes) => askCosts(changes, ({ estimate }, to) => (to.settled !== null && (estimate === null || compareAmounts(to.settled, estimate) < 0) ? to.settled : (estimate ?? noAmount))),
  );

  /** Rejects if it was done to none. */
  const done = (all: Written<TaskId>, step: UndoStep | null): Done => {
    if (all.done.length === 0) throw all.failure;
    return { taskIds: all.done, token: record(step) };
  };
  const doing = async <Value>(ids: readonly TaskId[], deps: ChangeDeps<TaskId, Value>, act: (id: TaskId) => Promise<void>): Promise<Done> => {
    let all: Written<TaskId> = { done: [], failure: new AppFailure('wrong-state') };
    const step = await changing(ids, deps, async () => {
      all = await applyInBatches(ids, act);
    });
    return done(all, step);
  };

  return {
    async withdraw(taskIds) {
      const before = await read(taskIds);
      const all = await applyInBatches(taskIds, engine.withdraw);
      const ids = new Set(all.done);
      return done(all, withdrawalStep(before.filter(({ id }) => ids.has(id)), { engine, repository }));
    },
    dismiss: (taskIds) => doing(taskIds, hidden, engine.dismiss),
    settle(costs) {
      const costOf = new Map(costs.map(({ taskId, cost }) => [taskId, cost]));
      return doing([...costOf.keys()], settled, (id) => engine.settle(id, costOf.get(id) ?? null));
    },
    edit: async (id, request) => record(await changing([id], requests, () => engine.edit(id, request))),
    async attach(id, remoteId, anyway) {
      const [task] = await read([id]);
      return record(await changing([id], identities(task?.dismissedAt ?? null), () => engine.attach(id, remoteId, anyway)));
    },
    detach: (taskIds) => doing(taskIds, identities(null), (id) => engine.detach(id)),
    async move(moves) {
      const keyOf = (move: QueueMove): string => ('taskId' in move ? move.taskId : move.batchId);
      const batchIds = new Set(moves.flatMap((move) => ('batchId' in move ? [move.batchId] : [])));
      const places: ChangeDeps<string, number> = {
        async read(keys) {
          const tasks = (await read(keys.filter((key) => !batchIds.has(key)))).filter(({ state }) => state.status === 'queued');
          const batches = batchIds.size === 0 ? [] : await repository.openBatches();
          return new Map([...tasks, ...batches.filter(({ id }) => keys.includes(id))].map(({ id, place }) => [id, place]));
        },
        async write(changes) {
          try {
            await engine.move(changes.map(({ key, to }) => (batchIds.has(key) ? { batchId: key, place: to } : { taskId: key, place: to })));
          } catch (error) {
            return { done: [], failure: isTooLate(error) ? null : error };
          }
          return { done: changes.map(({ key }) => key), failure: null };
        },
      };
      return record(await changing(moves.map(keyOf), places, () => engine.move(moves)));
    },
    async renameBatch(id, name) {
      const names: ChangeDeps<BatchId, string> = { read: repository.batchNames, write: (changes) => writeEach(changes, ({ key, to }) => engine.renameBatch(key, to)) };
      return record(await changing([id], names, () => engine.renameBatch(id, name)));
    },
  };
}

/**
 * Undoes that tasks were cancelled. Those that were on hold come back on hold, and so does what the question did not name.
 * @param tasks as they were before
 */
export function withdrawalStep(tasks: readonly Task[], { engine, repository }: { readonly engine: Pick<TaskEngine, 'withdraw' | 'requeue'>; readonly repository: Pick<TaskReader, 'task'> }): UndoStep {
  const read = readerOf(repository);
  /** Those that were on hold, with what the service had said of another, refused task. */
  const held = new Map(tasks.flatMap(({ id, state }) => (state.status === 'queued' && state.waitingFor === 'held' ? [[id, state.otherSaid] as const] : [])));
  /** What the latest question named. */
  let named: ReadonlySet<TaskId> = new Set();
  const step = changeStep<TaskId, 'queued' | 'withdrawn'>(
    tasks.map(({ id }) => ({ key: id, before: 'queued', after: 'withdrawn' })),
    {
      async read(ids) {
        return new Map((await read(ids)).flatMap(({ id, state: { status } }) => (status === 'queued' || status === 'withdrawn' ? [[id, status] as const] : [])));
      },
      write: (changes) => writeEach(changes, ({ key, to }) => (to === 'queued' ? engine.requeue(key, !named.has(key), held.get(key)) : engine.withdraw(key))),
      async ask(changes, what) {
        if (what === 'redo') return null;
        const sent = await read(changes.flatMap(({ key }) => (held.has(key) ? [] : [key])));
        named = new Set(sent.map(({ id }) => id));
        return sent.length === 0 ? null : { kind: 'put-back', tasks: sent, declined: 'nothing' };
      },
    },
  );
  const revert = (what: Direction) => async (agreed: boolean) => {
    if (!agreed) named = new Set();
    return step[what](agreed);
  };
  return { ...step, undo: revert('undo'), redo: revert('redo') };
}

const isTooLate = (error: unknown): boolean => error instanceof AppFailure && (error.appError.code === 'wrong-state' || error.appError.code === 'not-found');

/** Writes to each, and leaves out what has moved on meanwhile. */
async function writeEach<Value>(changes: readonly Change<string, Value>[], write: (change: Change<string, Value>) => Promise<void>): Promise<Written<string>> {
  const late = new Set<string>();
  const { done, failure } = await applyInBatches(changes, (change) =>
    write(change).catch((error: unknown) => {
      if (!isTooLate(error)) throw error;
      late.add(change.key);
    }),
  );
  return { done: done.map(({ key }) => key).filter((key) => !late.has(key)), failure: failure ?? null };
}

const readerOf =
  (repository: Pick<TaskReader, 'task'>) =>
  async (ids: readonly TaskId[]): Promise<readonly Task[]> => {
    const found = new Map<TaskId, Task>();
    await applyInBatches(ids, async (id) => {
      const entry = await repository.task(id);
      if (entry !== null) found.set(id, entry.task);
    });
    return ids.flatMap((id) => found.get(id) ?? []);
  };
