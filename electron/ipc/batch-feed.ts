import type { BatchId, BatchWithProgress } from '../../shared/batch.ts';
import type { BatchStore } from '../core/engine/batch-store.ts';
import type { Clock } from '../core/util/clock.ts';
import { createThrottle } from '../core/util/throttle.ts';

/** Milliseconds from a change of a batch until the window is told how far it is. Each reading counts all of its tasks. */
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

/** Tells the window how far batches are. Their tasks change many times a second, and most of them are not in the window. */
export function createBatchFeed({ clock, repository, publish }: BatchFeedDeps): { changed(id: BatchId): void } {
  const changed = new Set<BatchId>();
  const throttle = createThrottle(clock, () => {
    const ids = [...changed];
    changed.clear();
    // Progress that cannot be read now is read with the next change.
    readBatches(repository, ids).then(publish, () => undefined);
  });
  return {
    changed(id) {
      changed.add(id);
      throttle.soon(delay);
    },
  };
}
