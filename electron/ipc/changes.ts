import type { WebContents } from 'electron';
import { changesChannel, type Change, type ChangeBatch } from '../../shared/ipc/api.ts';

/** Milliseconds that changes are gathered for: about one frame. */
const frame = 16;

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
  const pending = new Map<string, Change>();

  const flush = (): void => {
    timer = undefined;
    sequence += 1;
    const batch: ChangeBatch = { sequence, changes: [...pending.values()] };
    pending.clear();
    const contents = target();
    if (contents && !contents.isDestroyed()) contents.send(changesChannel, batch);
  };

  return {
    publish(change) {
      const key = keyOf(change);
      // Deleted first, so that the order is that of the last word on each thing.
      pending.delete(key);
      pending.set(key, change);
      timer ??= setTimeout(flush, frame);
    },
    sequence: () => sequence,
  };
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
