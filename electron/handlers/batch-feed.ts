import type { BatchWithProgress } from '../../shared/batch.ts';
import type { BatchId } from '../../shared/task.ts';
import type { BatchStore } from '../core/engine/batch-store.ts';
import type { Clock } from '../core/util/clock.ts';
import { createThrottle } from '../core/util/throttle.ts';

/** Milliseconds between a change of a task and the report of its batch's progress. Each report counts all tasks of the batch. */
const delay = 300;

/** Reads how far these batches are, one in each call: each counts thousands of tasks, and an id that was accepted must not wait for all of them. */
export async function readBatches(repository: Pick<BatchStore, 'batches'>, ids: readonly BatchId[]): Promise<readonly BatchWithProgress[]> {
  const found: BatchWithProgress[] = [];
  for (const id of ids) found.push(...(await repository.batches([id])));
  return found;
}

export interface BatchFeedDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly repository: Pick<BatchStore, 'batches'>;
  readonly publish: (batches: readonly BatchWithProgress[]) => void;
}

export interface BatchFeed {
  /** A task of the batch changed. This happens many times a second. */
  progressed(id: BatchId): void;
  /** The batch itself changed: it was moved, held or renamed. The window is told at once, because a person is waiting for it. */
  changed(id: BatchId): void;
}

/** Reports the progress of batches to the window, which has only few of their tasks. */
export function createBatchFeed({ clock, repository, publish }: BatchFeedDeps): BatchFeed {
  const changed = new Set<BatchId>();
  const read = async (): Promise<void> => {
    const ids = [...changed];
    changed.clear();
    if (ids.length > 0) publish(await readBatches(repository, ids));
  };
  // Read one batch after the other, so that the window never gets an older state after a newer one.
  let reading = Promise.resolve();
  const throttle = createThrottle(clock, () => {
    // Progress that cannot be read now is read with the next change.
    reading = reading.then(read).catch(() => undefined);
  });
  return {
    progressed(id) {
      changed.add(id);
      throttle.soon(delay);
    },
    changed(id) {
      changed.add(id);
      throttle.now();
    },
  };
}
