import { setTimeout as wait } from 'node:timers/promises';
import type { Change, Notice } from '../../../shared/ipc/api.ts';
import { isInFlight, isToBeRepeated, type QueueReason, type TaskId, type TaskWithImages } from '../../../shared/task.ts';
import type { Access } from './access.ts';

/** Milliseconds between two readings of what no change has told. The owner may have ended, and another one told nothing in between. */
const lookInterval = 5_000;

/** What a task in the queue waits for until a person does something, or another day begins. */
const forThePerson: ReadonlySet<QueueReason> = new Set<QueueReason>(['held', 'batch-held', 'budget', 'price', 'references', 'stopped', 'unclear', 'key', 'disk']);

/** Whether nothing happens to a task by itself any more: it has ended and its pictures are here, or a person is needed. */
export function isSettled({ task, images }: TaskWithImages): boolean {
  const { state } = task;
  // After the watch limit, the service is asked only now and then, for as long as it takes.
  if (state.status === 'paused') return true;
  if (isInFlight(task)) return state.status === 'queued' && forThePerson.has(state.waitingFor);
  if (isToBeRepeated(task)) return false;
  return !images.some((image) => image.state.status === 'waiting');
}

/** Follows tasks until nothing happens to them by itself. */
export class FollowedTasks {
  readonly #known = new Map<TaskId, TaskWithImages>();
  readonly #open = new Set<TaskId>();
  /** Known, and not told yet. */
  readonly #news = new Set<TaskId>();
  #woken = Promise.withResolvers<void>();
  #notices: readonly Notice[] = [];

  /** What the window would show above everything, as far as a change has told it. */
  get notices(): readonly Notice[] {
    return this.#notices;
  }

  /** To be called with every change. */
  take(change: Change): void {
    if (change.kind === 'notices') this.#notices = change.notices;
    if (change.kind === 'task' && this.#known.has(change.task.task.id)) this.#put(change.task);
  }

  /**
   * Has the engine run, in whichever process, and resolves to the tasks in the order of their ids, once all are settled, or the signal is aborted.
   *
   * @param told called with each state of each
   */
  async untilSettled(access: Access, ids: readonly TaskId[], signal: AbortSignal, told: (task: TaskWithImages) => void): Promise<readonly TaskWithImages[]> {
    await access.goOn();
    for (const id of ids) await this.#read(access, id);
    const wake = (): void => this.#woken.resolve();
    signal.addEventListener('abort', wake, { once: true });
    for (let lookedAt = performance.now(); ; ) {
      for (const id of this.#news) told(this.#known.get(id) as TaskWithImages);
      this.#news.clear();
      if (signal.aborted || this.#open.size === 0) break;
      this.#woken = Promise.withResolvers();
      const timer = new AbortController();
      await Promise.race([this.#woken.promise, wait(Math.max(0, lookedAt + lookInterval - performance.now()), undefined, { signal: timer.signal }).catch(() => undefined)]);
      timer.abort();
      if (performance.now() - lookedAt < lookInterval) continue;
      for (const id of this.#open) if (!signal.aborted) await this.#read(access, id);
      lookedAt = performance.now();
    }
    signal.removeEventListener('abort', wake);
    return ids.flatMap((id) => this.#known.get(id) ?? []);
  }

  async #read(access: Access, taskId: TaskId): Promise<void> {
    const { lastAnswer: _, ...found } = await access.call('tasks:detail', { taskId });
    this.#put(found);
  }

  #put(task: TaskWithImages): void {
    const { id } = task.task;
    if (JSON.stringify(this.#known.get(id)) !== JSON.stringify(task)) this.#news.add(id);
    this.#known.set(id, task);
    if (isSettled(task)) this.#open.delete(id);
    else this.#open.add(id);
    this.#woken.resolve();
  }
}
