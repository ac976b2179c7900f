import type { WebContents } from 'electron';
import { changesChannel, type Change, type ChangeBatch } from '../../shared/ipc/api.ts';
import { isInFlight, type Task, type TaskId } from '../../shared/task.ts';

/** Milliseconds that changes are gathered for: about one frame. */
const frame = 16;

/**
 * The same for a task that was queried again with the same answer. A thousand tasks in flight cause hundreds of those a second, which would
 * keep the window busy.
 */
const uneventfulFrame = 1_000;

export interface ChangeFeed {
  publish(change: Change): void;
  /** A snapshot that is read from now on contains everything up to this batch. */
  sequence(): number;
}

/**
 * Sends changes, coalesced: of several states of a task within a frame, only the last is sent. A snapshot takes its sequence number before it
 * reads, so a change in between may arrive twice, which does no harm, but is never missed.
 */
export function createChangeFeed(target: () => WebContents | null): ChangeFeed {
  let sequence = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerEnds = Infinity;
  const pending = new Map<string, Change>();
  /** The last published state of each task in flight. */
  const known = new Map<TaskId, Task>();

  const flush = (): void => {
    timerEnds = Infinity;
    sequence += 1;
    const batch: ChangeBatch = { sequence, changes: [...pending.values()] };
    pending.clear();
    const contents = target();
    if (contents && !contents.isDestroyed()) contents.send(changesChannel, batch);
  };

  const mayWait = (change: Change): boolean => {
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
      // Deleted first, so that the batch is in the order of the latest changes.
      pending.delete(key);
      pending.set(key, change);
      const wait = mayWait(change) ? uneventfulFrame : frame;
      if (performance.now() + wait >= timerEnds) return;
      clearTimeout(timer);
      timerEnds = performance.now() + wait;
      timer = setTimeout(flush, wait);
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
    case 'marks':
      // Each is about other pictures.
      return `marks ${change.round}`;
    default:
      return change.kind;
  }
}
