import type { WebContents } from 'electron';
import { changesChannel, type Change, type ChangeBatch } from '../../shared/ipc/api.ts';
import { isInFlight, type Task, type TaskId } from '../../shared/task.ts';

/** Milliseconds that changes are gathered for: about one frame. */
const frame = 16;

/**
 * The same for a task that was asked once more and answered as before. With a thousand in flight there are hundreds of those a
 * second, and a window that drew itself anew for each frame's would have time for nothing else.
 */
const uneventfulFrame = 1_000;

export interface ChangeFeed {
  publish(change: Change): void;
  /** Everything up to this batch is in a snapshot that is read from now on. */
  sequence(): number;
}

/**
 * Sends what changed, coalesced: of several states of one task within a frame only the last travels. A snapshot takes
 * its sequence *before* it reads, so a change in between may arrive twice (each is a whole state) but never be missed.
 */
export function createChangeFeed(target: () => WebContents | null): ChangeFeed {
  let sequence = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerEnds = Infinity;
  const pending = new Map<string, Change>();
  /** As it was published last, of each task that goes on. */
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
      // Deleted first, so that the order is that of the last word on each thing.
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

/** Nothing else is new than how often and when it was asked. */
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
      // Each names other pictures.
      return `marks ${change.round}`;
    default:
      return change.kind;
  }
}
