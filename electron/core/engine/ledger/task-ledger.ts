import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../../shared/errors.ts';
import { isInFlight, remoteIdOf, type AccountId, type BatchId, type ImageId, type ImageState, type Task, type TaskId, type TaskWithImages } from '../../../../shared/task.ts';
import type { Random } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import { createSequencer } from '../../util/sequencer.ts';
import type { Batch } from '../../../../shared/batch.ts';
import type { BatchStore } from '../batch-store.ts';
import { createNewTaskWriter } from './new-task-writer.ts';
import { createPollFactsWriter } from '../polling/poll-facts-writer.ts';
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
   * The same tasks, with what the queued ones wait for now, and when those of unknown outcome are sent again. For tasks of a batch and for repetitions this
   * is not stored, and what is stored for others may be out of date.
   */
  withReasons(found: readonly TaskWithImages[]): readonly TaskWithImages[];
  /** Rejects with AppFailure: `not-found`, or the disk's refusal of a change that therefore did not happen. */
  dispatch(id: TaskId, event: TaskEvent): Promise<Transition>;
  /** Saves the refusal of a task and holds the other queued tasks of its submission, in one commit, so that no crash can separate them. */
  refuse(id: TaskId, event: Rejected): Promise<void>;
  /** Gives queued tasks and batches new places, in one commit. Leaves out tasks that are no longer `queued`. Resolves to the others. Rejects if the disk refuses; then nothing was moved. */
  move(tasks: readonly { readonly taskId: TaskId; readonly place: number }[], batches: readonly { readonly batchId: BatchId; readonly place: number }[]): Promise<readonly Task[]>;
  /** Holds the queued tasks that were sent together with this one. */
  holdOthers(id: TaskId): Promise<void>;
  /** Rejects when the disk refuses. */
  saveImage(taskId: TaskId, imageId: ImageId, state: ImageState): Promise<void>;
  read(id: TaskId): Promise<Task>;
  /** The task's images with their latest addresses. */
  storedImages(id: TaskId): Promise<readonly StoredImage[]>;
  /** The local task that has this id of the service's, if any. */
  findByRemoteId(accountId: AccountId, remoteId: string): Promise<TaskId | null>;
  /** The disk may have room again. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export function createTaskLedger({ clock, random, repository, events, perform }: TaskLedgerDeps): TaskLedger {
  /** Tasks that may still change without the person. */
  const live = new Map<TaskId, TaskWithImages>();
  const sequencer = createSequencer();
  const closing = new AbortController();
  const facts = createPollFactsWriter(clock, repository);

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
        settle(entry);
      }),
  });
  const writer = createTransitionWriter(repository, facts, unsaved);

  const load = async (id: TaskId): Promise<TaskWithImages> => {
    // A task of a batch that is being written is on disk, but not live yet: what happens to it must find it live.
    const writing = batchWith(id);
    if (writing !== undefined) await writing;
    const found = live.get(id) ?? (await repository.task(id));
    if (found === null) throw new AppFailure('not-found');
    return found;
  };

  const read = async (id: TaskId): Promise<Task> => (await load(id)).task;

  const settle = ({ task, images }: TaskWithImages): void => {
    const stays = isInFlight(task) || isToBeRepeated(task) || unsaved.get(task.id) !== undefined || images.some((image) => image.state.status === 'waiting');
    if (stays) live.set(task.id, { task, images });
    else live.delete(task.id);
  };

  const show = (entry: TaskWithImages): void => {
    settle(entry);
    events.taskChanged(entry);
  };

  const { add, addBatch, batchWith } = createNewTaskWriter({ clock, random, repository, events, isKnown: (id) => live.has(id), take: (task) => show({ task, images: [] }), closing: closing.signal });

  const dispatch: TaskLedger['dispatch'] = (id, event) =>
    sequencer.run(id, async () => {
      const before = await load(id);
      const step = transition(before.task, event, clock.now(), before.images.length > 0);
      if (!step.applies) return step;
      const beside = await newOf(step.beside ?? []);
      const images = await writer.commit(before, step.task, step.write, beside);
      const after = { task: step.task, images };
      if (step.task !== before.task) show(after);
      for (const task of beside) {
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

  const refuse: TaskLedger['refuse'] = async (id, event) => {
    const others = othersOf(await read(id));
    await runLocked([id, ...others], async () => {
      const entries = await Promise.all([id, ...others].map(load));
      if (entries[0]?.task.state.status !== 'submitting') return;
      const steps = entries.flatMap(({ task, images }) => {
        const step = transition(task, task.id === id ? event : { kind: 'hold' }, clock.now());
        return step.applies ? [{ task: step.task, images }] : [];
      });
      const tasks = steps.map(({ task }) => task);
      try {
        await repository.saveTasks(tasks, [id], event.answer);
        for (const task of tasks) unsaved.remove(task.id);
      } catch {
        // A full disk does not undo the refusal.
        for (const task of tasks) unsaved.add(task.id, { answer: task.id === id ? event.answer : null, remoteId: null });
      }
      steps.forEach(show);
    });
  };

  const move: TaskLedger['move'] = (tasks, batches) => {
    const placeOf = new Map(tasks.map(({ taskId, place }) => [taskId, place]));
    return runLocked([...placeOf.keys()], async () => {
      const entries = await Promise.all([...placeOf.keys()].map(load));
      const moved = entries.flatMap((entry) => {
        const step = transition(entry.task, { kind: 'move', place: placeOf.get(entry.task.id) ?? 0 }, clock.now());
        return step.applies ? [{ after: { task: step.task, images: entry.images }, effects: step.effects }] : [];
      });
      await repository.placeInQueue([...moved.map(({ after: { task } }) => ({ taskId: task.id, place: task.place })), ...batches]);
      for (const { after } of moved) show(after);
      for (const { after, effects } of moved) for (const effect of effects) perform(effect, after);
      return moved.map(({ after }) => after.task);
    });
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
    withReasons: (found) =>
      found.map((entry) => {
        const known = live.get(entry.task.id);
        const { status } = entry.task.state;
        return (status === 'queued' || status === 'unknown') && known?.task.state.status === status ? known : entry;
      }),
    dispatch,
    refuse,
    move,
    async holdOthers(id) {
      await Promise.all(othersOf(await read(id)).map((other) => dispatch(other, { kind: 'hold' })));
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
    wake: unsaved.retry,
    async close() {
      closing.abort();
      await sequencer.idle();
      await unsaved.close();
      await facts.close();
    },
  };
}

const isToBeRepeated = ({ state }: Task): boolean => state.status === 'unknown' && state.repeatAt !== undefined;
