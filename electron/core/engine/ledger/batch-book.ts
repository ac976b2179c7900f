import type { Batch, BatchHold } from '../../../../shared/batch.ts';
import type { BatchId } from '../../../../shared/task.ts';
import type { EngineEvents } from '../task-events.ts';
import type { BatchStore } from '../batch-store.ts';

/** The batches of which something may still be sent, as the queues use them. Every change is on disk before it counts. */
export interface BatchBook {
  /** Reads the open batches, after it has removed those that were not written to their end. */
  start(): Promise<void>;
  /** A batch that has been written. */
  add(batch: Batch): void;
  isOnHold(id: BatchId): boolean;
  /** Its order in the queue; null for a batch that is not open. */
  place(id: BatchId): number | null;
  hold(id: BatchId, hold: BatchHold | null): Promise<void>;
  /** These places have been written. */
  moved(batches: readonly { readonly batchId: BatchId; readonly place: number }[]): void;
  rename(id: BatchId, name: string): Promise<void>;
}

export interface BatchBookDeps {
  readonly repository: BatchStore;
  readonly events: Pick<EngineEvents, 'batchChanged'>;
}

export function createBatchBook({ repository, events }: BatchBookDeps): BatchBook {
  const open = new Map<BatchId, Pick<Batch, 'hold' | 'place'>>();
  const change = (id: BatchId, changed: Partial<Pick<Batch, 'hold' | 'place'>>): void => {
    const known = open.get(id);
    if (known !== undefined) open.set(id, { ...known, ...changed });
    events.batchChanged(id);
  };
  return {
    async start() {
      while (await repository.dropUnfinishedBatch(null));
      for (const { id, hold, place } of await repository.openBatches()) open.set(id, { hold, place });
    },
    add({ id, hold, place }) {
      open.set(id, { hold, place });
      events.batchChanged(id);
    },
    isOnHold: (id) => (open.get(id)?.hold ?? null) !== null,
    place: (id) => open.get(id)?.place ?? null,
    async hold(id, hold) {
      await repository.holdBatch(id, hold);
      change(id, { hold });
    },
    moved(batches) {
      for (const { batchId, place } of batches) change(batchId, { place });
    },
    async rename(id, name) {
      await repository.renameBatch(id, name);
      events.batchChanged(id);
    },
  };
}
