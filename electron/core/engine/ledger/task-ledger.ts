import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../../shared/errors.ts';
import { isInFlight, remoteIdOf, type AccountId, type BatchId, type ImageId, type ImageState, type ServiceSaid, type Task, type TaskId, type TaskWithImages } from '../../../../shared/task.ts';
import type { Random } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import { createSequencer } from '../../util/sequencer.ts';
import type { Batch } from '../../../../shared/batch.ts';
import type { BatchStore } from '../batch-store.ts';
import { createLatestPolls, type LatestPolls } from './latest-polls.ts';
import { createNewTaskWriter } from './new-task-writer.ts';
import { submissionKey } from '../submission/submission-groups.ts';
import type { Effect, EngineEvents, TaskEvent, Transition } from '../task-events.ts';
import { transition } from '../task-machine.ts';
import type { StoredImage, TaskStore } from '../task-store.ts';
import { createTransitionWriter } from './transition-writer.ts';
import { createUnsavedChanges } from './unsaved-changes.ts';

type Rejected = Extract<TaskEvent, { kind: 'rejected' }>;

export interface TaskLedgerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly repository: TaskStore & BatchStore;
  readonly events: EngineEvents;
  /** Starts an effect. Must not wait for the ledger. */
  readonly perform: (effect: Effect, entry: TaskWithImages) => void;
}

/**
 * Every change of a task passes through here. Events of a task are handled one at a time, each in this order: compute the next state, commit
 * it, publish it, and only then perform its effects.
 */
export interface TaskLedger {
  /** Writes new tasks (new-task-writer.ts). Resolves to the ids that are new. */
  add(tasks: readonly Task[]): Promise<readonly TaskId[]>;
  /** Writes a batch with its tasks (new-task-writer.ts). Resolves to the ids that are new. */
  addBatch(batch: Batch, tasks: readonly Task[]): Promise<readonly TaskId[]>;
  /** Registers tasks that were read from the disk. */
  register(found: readonly TaskWithImages[]): void;
  /**
   * Tasks that were read from the disk, as they are now. What queued ones wait for, when those of unknown outcome are sent again, and what the latest
   * queries found is not always stored.
   */
  latest(found: readonly TaskWithImages[]): readonly TaskWithImages[];
  /** The service's latest answer that is not on disk; null: none. */
  readonly latestAnswer: LatestPolls['answer'];
  /** Rejects with AppFailure: `not-found`, or the disk's refusal of a change that therefore did not happen. */
  dispatch(id: TaskId, event: TaskEvent): Promise<Transition>;
  /** Saves the refusal of a task and puts the other queued tasks of its submission on hold, in one commit, so that no crash can separate them. */
  refuse(id: TaskId, event: Rejected): Promise<void>;
  /** Gives queued tasks and batches new places, in one commit. Leaves out tasks that are no longer `queued`. Resolves to the others. Rejects if the disk refuses; then nothing was moved. */
  move(tasks: readonly { readonly taskId: TaskId; readonly place: number }[], batches: readonly { readonly batchId: BatchId; readonly place: number }[]): Promise<readonly Task[]>;
  /** Puts the queued tasks on hold that were sent together with this one. */
  holdOthers(id: TaskId, said: ServiceSaid): Promise<void>;
  /** Rejects when the disk refuses. */
  saveImage(taskId: TaskId, imageId: ImageId, state: ImageState): Promise<void>;
  read(id: TaskId): Promise<Task>;
  /** The task's images with their latest addresses. */
  storedImages(id: TaskId): Promise<readonly StoredImage[]>;
  /** The local task that has this id of the service's, if any. */
  findByRemoteId(accountId: AccountId, remoteId: string): Promise<TaskId | null>;
  /** Whether any task may still change without the person, or waits in the queue. */
  hasLive(): boolean;
  /** The disk may have space again. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export function createTaskLedger({ clock, random, repository, events, perform }: TaskLedgerDeps): TaskLedger {
  /** Tasks that may still change without the person. */
  const live = new Map<TaskId, TaskWithImages>();
  const sequencer = createSequencer();
  const closing = new AbortController();
  const polls = createLatestPolls({ clock, repository, alone: sequencer.run, refused: (id, answer) => unsaved.add(id, { answer, remoteId: null }) });

  const unsaved = createUnsavedChanges({
    clock,
    random,
    events,
    save: (id) =>
      sequencer.run(id, async () => {
        const entry = await load(id);
        const waiting = unsaved.get(id);
        if (waiting === undefined) return;
        await writer.write(entry.task, waiting.answer);
        keepIfLive(entry);
      }),
  });
  const writer = createTransitionWriter(repository, polls, unsaved);

  const load = async (id: TaskId): Promise<TaskWithImages> => {
    // A task of a batch that is being written is on disk, but not live yet: what happens to it must find it live.
    const writing = batchWith(id);
    if (writing !== undefined) await writing;
    const found = live.get(id) ?? (await repository.task(id));
    if (found === null) throw new AppFailure('not-found');
    return found;
  };

  const read = async (id: TaskId): Promise<Task> => (await load(id)).task;

  const keepIfLive = (entry: TaskWithImages): void => {
    const { task, images } = entry;
    const isLive = isInFlight(task) || isToBeRepeated(task) || unsaved.get(task.id) !== undefined || images.some(({ state }) => state.status === 'waiting');
    if (isLive) live.set(task.id, entry);
    else live.delete(task.id);
  };

  const show = (entry: TaskWithImages): void => {
    keepIfLive(entry);
    events.taskChanged(entry);
  };

  const { add, addBatch, batchWith } = createNewTaskWriter({ clock, random, repository, events, isKnown: (id) => live.has(id), take: (task) => show({ task, images: [] }), closing: closing.signal });

  const dispatch: TaskLedger['dispatch'] = (id, event) =>
    sequencer.run(id, async () => {
      const before = await load(id);
      const step = transition(before.task, event, clock.now(), before.images.length > 0);
      if (!step.applies) return step;
      const further = await newOf(step.further ?? []);
      const images = await writer.commit(before, step.task, step.write, further);
      const after = { task: step.task, images };
      if (step.task !== before.task) show(after);
      for (const task of further) {
        show({ task, images: [] });
        perform({ kind: 'watch', first: 'after-interval' }, { task, images: [] });
      }
      for (const effect of step.effects) perform(effect, after);
      if (event.kind === 'accepted') void takeBackElsewhere(after.task).catch(() => undefined);
      return step;
    });

  /** An id that came by itself is this task's. If a person entered it for another one, that was a mistake. */
  const takeBackElsewhere = async (task: Task): Promise<void> => {
    const entered = await repository.enteredByHand(task.accountId, remoteIdOf(task) ?? '');
    await Promise.all(entered.filter((id) => id !== task.id).map((id) => dispatch(id, { kind: 'detach' })));
  };

  /** Without those whose id another task has, such as one that a person added. */
  const newOf = async (tasks: readonly Omit<Task, 'id'>[]): Promise<readonly Task[]> => {
    const named = await Promise.all(
      tasks.map(async (task): Promise<readonly Task[]> => {
        const owner = await findByRemoteId(task.accountId, remoteIdOf(task) ?? '').catch(() => null);
        return owner === null ? [{ ...task, id: randomUUID() }] : [];
      }),
    );
    return named.flat();
  };

  const othersOf = (first: Task): readonly TaskId[] => {
    const key = submissionKey(first);
    return [...live.values()].flatMap(({ task }) => (task.id !== first.id && task.state.status === 'queued' && submissionKey(task) === key ? [task.id] : []));
  };

  /** Runs while nothing else happens to these tasks. Takes them sorted, so that two calls cannot deadlock. */
  const runLocked = async <T>(ids: readonly TaskId[], run: () => Promise<T>): Promise<T> => {
    const unlock: (() => void)[] = [];
    for (const id of ids.toSorted()) {
      await new Promise<void>((locked) => {
        void sequencer.run(id, () => new Promise<void>((done) => {
          unlock.push(done);
          locked();
        }));
      });
    }
    try {
      return await run();
    } finally {
      for (const done of unlock) done();
    }
  };

  /** Each task gets its event, and all are written in one commit, by `write`. Resolves to those to which their event applies. */
  const dispatchTogether = (ids: readonly TaskId[], eventOf: (task: Task) => TaskEvent, write: (tasks: readonly Task[]) => Promise<void>): Promise<readonly Task[]> =>
    runLocked(ids, async () => {
      const entries = await Promise.all(ids.map(load));
      const steps = entries.flatMap(({ task, images }) => {
        const step = transition(task, eventOf(task), clock.now());
        return step.applies ? [{ after: { task: step.task, images }, effects: step.effects }] : [];
      });
      const tasks = steps.map(({ after }) => after.task);
      await write(tasks);
      for (const { after } of steps) show(after);
      for (const { after, effects } of steps) for (const effect of effects) perform(effect, after);
      return tasks;
    });

  const refuse: TaskLedger['refuse'] = async (id, event) => {
    const others = othersOf(await read(id));
    await dispatchTogether(
      [id, ...others],
      (task) => (task.id === id ? event : { kind: 'hold', said: event.said }),
      // A full disk does not undo the refusal.
      (tasks) => writer.writeOrKeep(tasks, [id], event.answer),
    );
  };

  const move: TaskLedger['move'] = (tasks, batches) => {
    const placeOf = new Map(tasks.map(({ taskId, place }) => [taskId, place]));
    return dispatchTogether(
      [...placeOf.keys()],
      ({ id }) => ({ kind: 'move', place: placeOf.get(id) ?? 0 }),
      (moved) => repository.placeInQueue([...moved.map(({ id, place }) => ({ taskId: id, place })), ...batches]),
    );
  };

  const findByRemoteId = async (accountId: AccountId, remoteId: string): Promise<TaskId | null> => {
    for (const { task } of live.values()) if (task.accountId === accountId && remoteIdOf(task) === remoteId) return task.id;
    return repository.findByRemoteId(accountId, remoteId);
  };

  return {
    add,
    addBatch,
    register(found) {
      for (const entry of found) live.set(entry.task.id, entry);
    },
    // Not their images, which also change without the engine.
    latest: (found) => found.map(({ task, images }) => ({ task: live.get(task.id)?.task ?? task, images })),
    latestAnswer: polls.answer,
    dispatch,
    refuse,
    move,
    async holdOthers(id, said) {
      await Promise.all(othersOf(await read(id)).map((other) => dispatch(other, { kind: 'hold', said })));
    },
    saveImage: (taskId, imageId, state) =>
      sequencer.run(taskId, async () => {
        const { task, images } = await load(taskId);
        const stored = await repository.saveImage(imageId, state);
        const next = images.map((image) => (image.id === imageId ? { ...image, state: stored } : image));
        const changed = next.find((image) => image.id === imageId);
        if (changed && state.status === 'kept') events.imageKept(changed);
        show({ task, images: next });
      }),
    read,
    storedImages: (id) => repository.storedImages(id),
    findByRemoteId,
    hasLive: () => live.size > 0,
    wake: unsaved.retry,
    async close() {
      closing.abort();
      await sequencer.idle();
      await unsaved.close();
      await polls.close();
    },
  };
}

const isToBeRepeated = ({ state }: Task): boolean => state.status === 'unknown' && state.repeatAt !== undefined;
