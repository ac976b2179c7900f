import type { Change, ChangeBatch } from '../../shared/ipc/api.ts';
import { isInFlight, type Task, type TaskId } from '../../shared/task.ts';

/** Milliseconds from one batch to the next: about one frame. */
const frame = 16;

/** The most changes in one message. The window takes them within a frame, also while thousands of tasks enter the queue. */
const mostAtOnce = 500;

/** Milliseconds between two batches of tasks whose queries brought nothing new. */
const uneventfulPause = 1_000;

/** The most tasks in such a batch. Only a task's details show how often and when it was queried, so a few of thousands may lag behind. */
const mostUneventful = 32;

export interface ChangeFeed {
  publish(change: Change): void;
  /** A snapshot that is read from now on contains everything up to this batch. */
  sequence(): number;
}

/**
 * Sends changes, coalesced: of several states of a task within a frame, only the last is sent. A snapshot takes its sequence number before it
 * reads, so a change in between may arrive twice, which does no harm, but is never missed. A query that brought nothing new delays nothing:
 * thousands of tasks in flight cause more than a thousand of those a second.
 */
export function createChangeFeed(send: (batch: ChangeBatch) => void): ChangeFeed {
  let sequence = 0;
  let sentAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let uneventfulTimer: NodeJS.Timeout | undefined;
  const pending = new Map<string, Change>();
  /** The task that has waited longest comes first. */
  const uneventful = new Map<string, Change>();
  /** The last published state of each task in flight. */
  const known = new Map<TaskId, Task>();

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    sentAt = performance.now();
    sequence += 1;
    const changes: Change[] = [];
    for (const [key, change] of pending) {
      if (changes.length === mostAtOnce) break;
      pending.delete(key);
      changes.push(change);
    }
    if (pending.size > 0) timer = setTimeout(flush, frame);
    send({ sequence, changes });
  };

  const sendUneventful = (): void => {
    uneventfulTimer = undefined;
    for (const [key, change] of [...uneventful].slice(0, mostUneventful)) {
      uneventful.delete(key);
      pending.set(key, change);
    }
    if (pending.size > 0) flush();
    if (uneventful.size > 0) uneventfulTimer = setTimeout(sendUneventful, uneventfulPause);
  };

  const isUneventful = (change: Change): boolean => {
    if (change.kind !== 'task') return false;
    const { task } = change.task;
    const before = known.get(task.id);
    if (isInFlight(task)) known.set(task.id, task);
    else known.delete(task.id);
    return before !== undefined && onlyAskedAgain(before, task);
  };

  return {
    publish(change) {
      const key = keyOf(change);
      if (isUneventful(change) && !pending.has(key)) {
        uneventful.set(key, change);
        uneventfulTimer ??= setTimeout(sendUneventful, uneventfulPause);
        return;
      }
      uneventful.delete(key);
      // Deleted first, so that the batch is in the order of the latest changes.
      pending.delete(key);
      pending.set(key, change);
      timer ??= setTimeout(flush, Math.max(0, sentAt + frame - performance.now()));
    },
    sequence: () => sequence,
  };
}

/** Whether only the number and time of its queries have changed. */
function onlyAskedAgain(before: Task, now: Task): boolean {
  const isSame = (key: keyof Task): boolean => before[key] === now[key] || JSON.stringify(before[key]) === JSON.stringify(now[key]);
  return before.polls !== now.polls && (Object.keys(now) as (keyof Task)[]).every((key) => key === 'polls' || key === 'lastPollAt' || isSame(key));
}

function keyOf(change: Change): string {
  switch (change.kind) {
    case 'task':
      return `task ${change.task.task.id}`;
    case 'image-kept':
      return `image ${change.image.id}`;
    case 'batches':
      // Two reports within a frame may name different ones.
      return `batches ${change.batches.map(({ id }) => id).join(' ')}`;
    case 'marks':
      // Each is about other pictures.
      return `marks ${change.round}`;
    default:
      return change.kind;
  }
}
