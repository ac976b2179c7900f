import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/errors.ts';
import { assertNever } from '../../../shared/result.ts';
import { isInFlight, remoteIdOf, type AccountId, type Image, type ImageId, type ImageState, type Task, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import { positionOf } from '../downloads/image-fetcher.ts';
import type { NamedImage } from '../service/outcomes.ts';
import { backoff, type Random } from '../util/backoff.ts';
import { createPollFactsWriter } from './poll-facts-writer.ts';
import type { Clock } from '../util/clock.ts';
import type { EngineEvents } from './engine-events.ts';
import type { ImageSource, StoredImage, TaskStore } from './task-store.ts';
import type { StoredAnswer } from '../service/stored-answer.ts';
import type { Effect, TaskEvent, Transition, Write } from './task-events.ts';
import { submissionKey } from './submission-groups.ts';
import { transition } from './task-machine.ts';
import { createSequencer } from '../util/sequencer.ts';
import { createUnsavedTasks } from './unsaved-tasks.ts';

type Rejected = Extract<TaskEvent, { kind: 'rejected' }>;

export interface TaskLedgerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly repository: TaskStore;
  readonly events: EngineEvents;
  /** Starts an effect. Must not wait for the ledger. */
  readonly perform: (effect: Effect, entry: TaskWithImages) => void;
}

/**
 * Every change of a task passes through here. Events of a task are handled one at a time, each in this order: compute the next state, commit
 * it, publish it, and only then perform its effects.
 */
export interface TaskLedger {
  /** Writes new tasks. Resolves to the ids that are new. Rejects if the disk refuses and it is certain that no task was created. */
  add(tasks: readonly Task[]): Promise<readonly TaskId[]>;
  /** Registers tasks that were read from the disk. */
  takeUp(found: readonly TaskWithImages[]): void;
  /** Rejects with AppFailure: `not-found`, or the disk's refusal of a change that therefore did not happen. */
  dispatch(id: TaskId, event: TaskEvent): Promise<Transition>;
  /** Saves the refusal of a task and holds the other queued tasks of its submission, in one commit, so that no crash can separate them. */
  refuse(id: TaskId, event: Rejected): Promise<void>;
  /** Rejects when the disk refuses. */
  saveImage(taskId: TaskId, imageId: ImageId, state: ImageState): Promise<void>;
  read(id: TaskId): Promise<Task>;
  /** The task's images with their latest addresses. */
  storedImages(id: TaskId): Promise<readonly StoredImage[]>;
  /** The local task that has this id of the service's, if any. */
  findByRemoteId(accountId: AccountId, remoteId: string): Promise<TaskId | null>;
  /** Creates a separate task for a second id of one submission. */
  keepSecondId(first: Task, second: Extract<Effect, { kind: 'keep-second-id' }>): Promise<void>;
  /** The disk may have room again. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export function createTaskLedger({ clock, random, repository, events, perform }: TaskLedgerDeps): TaskLedger {
  /** Tasks that may still change without the person. */
  const live = new Map<TaskId, TaskWithImages>();
  const sequencer = createSequencer();
  let closed = false;
  const facts = createPollFactsWriter(clock, repository);

  const unsaved = createUnsavedTasks({
    clock,
    random,
    events,
    save: (id) =>
      sequencer.run(id, async () => {
        const { task, images } = await load(id);
        const waiting = unsaved.get(id);
        if (waiting === undefined) return;
        await write(task, waiting.answer);
        settle({ task, images });
      }),
  });

  const load = async (id: TaskId): Promise<TaskWithImages> => {
    const known = live.get(id);
    if (known) return known;
    const found = await repository.task(id);
    if (found === null) throw new AppFailure('not-found');
    return found;
  };

  const read = async (id: TaskId): Promise<Task> => (await load(id)).task;

  const runLocked = ([id, ...rest]: readonly TaskId[], run: () => Promise<void>): Promise<void> => (id === undefined ? run() : sequencer.run(id, () => runLocked(rest, run)));

  const settle = ({ task, images }: TaskWithImages): void => {
    const stays = isInFlight(task) || unsaved.get(task.id) !== undefined || images.some((image) => image.state.status === 'waiting');
    if (stays) live.set(task.id, { task, images });
    else live.delete(task.id);
  };

  const write = async (task: Task, answer: StoredAnswer | null): Promise<void> => {
    await (answer === null ? repository.saveTask(task) : repository.saveTask(task, answer));
    unsaved.remove(task.id);
  };

  const commit = async (before: TaskWithImages, task: Task, how: Write): Promise<readonly Image[]> => {
    switch (how.kind) {
      case 'none':
        return before.images;
      case 'facts':
        facts.put(task, how.answer, task.trouble !== before.task.trouble);
        return before.images;
      case 'task': {
        const earlier = facts.take(task.id);
        const answer = how.answer ?? earlier;
        try {
          await write(task, answer);
        } catch (error) {
          if (!how.keep) {
            if (earlier) facts.put(before.task, earlier, true);
            throw error;
          }
          const remoteId = remoteIdOf(before.task) === null ? remoteIdOf(task) : null;
          unsaved.add(task.id, { answer, remoteId });
        }
        return before.images;
      }
      case 'completion': {
        // Every answer of a task that goes on names the pictures that were found again.
        const isKnown = (image: NamedImage, place: number): boolean => before.images.some(({ index }) => index === positionOf(image, place));
        if (task.state.status !== 'completed' && how.images.every(isKnown)) {
          facts.put(task, how.answer, false);
          return before.images;
        }
        facts.take(task.id);
        const images = await repository.saveCompletion(task, how.images.map(toSource), how.answer);
        unsaved.remove(task.id);
        return images.map(withoutSource);
      }
      default:
        return assertNever(how);
    }
  };

  const findByRemoteId = async (accountId: AccountId, remoteId: string): Promise<TaskId | null> => {
    for (const { task } of live.values()) if (task.accountId === accountId && remoteIdOf(task) === remoteId) return task.id;
    return repository.findByRemoteId(accountId, remoteId);
  };

  /** Repeats a read until the database answers. Once the app quits, it never resolves. */
  const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await ask();
      } catch {
        await new Promise<void>((resolve) => void (closed || clock.after(backoff(failures, random), resolve)));
      }
    }
  };

  const show = (entry: TaskWithImages): void => {
    settle(entry);
    events.taskChanged(entry);
  };

  /**
   * The database's thread may die between a commit and its answer. Then the insert fails, or says that nothing is new, although the tasks are
   * on disk and will be sent at the next start. So nobody is told that a submission failed before the database says that it is not there.
   */
  const add: TaskLedger['add'] = async (tasks) => {
    let failure: unknown = null;
    const inserted = await repository.insertTasks(tasks).catch((error: unknown) => {
      failure = error;
      return [] as readonly TaskId[];
    });
    const added: TaskId[] = [];
    const take = (task: Task): void => {
      if (live.has(task.id)) return;
      show({ task, images: [] });
      added.push(task.id);
    };
    for (const task of tasks) if (inserted.includes(task.id)) take(task);
    for (const task of tasks) {
      if (live.has(task.id)) continue;
      const stored = await untilAnswered(() => repository.task(task.id));
      if (stored === null && failure !== null) throw failure;
      // A task that was submitted elsewhere begins as `processing`. One in another state is a replay of an earlier task.
      const status = stored?.task.state.status;
      if (status === 'queued' || status === 'processing') take(task);
    }
    return added;
  };

  const dispatch: TaskLedger['dispatch'] = (id, event) =>
    sequencer.run(id, async () => {
      const before = await load(id);
      const step = transition(before.task, event, clock.now());
      if (!step.applies) return step;
      const images = await commit(before, step.task, step.write);
      const after = { task: step.task, images };
      if (step.task !== before.task) show(after);
      for (const effect of step.effects) perform(effect, after);
      return step;
    });

  return {
    add,
    takeUp(found) {
      for (const entry of found) live.set(entry.task.id, entry);
    },
    dispatch,
    async refuse(id, event) {
      const key = submissionKey(await read(id));
      const others = [...live.values()].flatMap(({ task }) => (task.id !== id && task.state.status === 'queued' && submissionKey(task) === key ? [task.id] : []));
      // Sorted, so that two calls that lock several tasks cannot deadlock.
      await runLocked([id, ...others].toSorted(), async () => {
        const entries = await Promise.all([id, ...others].map(load));
        if (entries[0]?.task.state.status !== 'submitting') return;
        const steps = entries.flatMap(({ task, images }) => {
          const step = transition(task, task.id === id ? event : { kind: 'hold' }, clock.now());
          return step.applies ? [{ task: step.task, images }] : [];
        });
        const tasks = steps.map(({ task }) => task);
        try {
          await repository.saveRefusal(tasks, id, event.answer);
          for (const task of tasks) unsaved.remove(task.id);
        } catch {
          // A full disk does not undo the refusal.
          for (const task of tasks) unsaved.add(task.id, { answer: task.id === id ? event.answer : null, remoteId: null });
        }
        steps.forEach(show);
      });
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
    keepSecondId: (first, { remoteId, facts: secondFacts, answer }) =>
      sequencer.run(`${first.accountId} ${remoteId}`, async () => {
        if ((await findByRemoteId(first.accountId, remoteId).catch(() => null)) !== null) return;
        const second: Task = {
          ...first,
          id: randomUUID(),
          retryOf: first.id,
          adopted: false,
          createdAt: clock.now(),
          acceptedAt: clock.now(),
          endedAt: null,
          dismissedAt: null,
          state: { status: 'processing', remoteId, misses: 0 },
          polls: 0,
          lastPollAt: null,
          trouble: null,
          facts: secondFacts,
        };
        try {
          await repository.saveTask(second, answer);
        } catch {
          unsaved.add(second.id, { answer, remoteId });
        }
        const entry = { task: second, images: [] };
        show(entry);
        perform({ kind: 'watch', first: 'after-interval' }, entry);
      }),
    wake: unsaved.retry,
    async close() {
      closed = true;
      await sequencer.idle();
      await unsaved.close();
      await facts.close();
    },
  };
}

function withoutSource({ id, taskId, index, state }: StoredImage): Image {
  return { id, taskId, index, state };
}

function toSource(image: NamedImage): ImageSource {
  const position = 'position' in image ? { position: image.position } : {};
  return image.kind === 'url' && image.holdsKey !== true ? { kind: 'url', url: image.url, ...position } : { kind: 'inline', ...position };
}
