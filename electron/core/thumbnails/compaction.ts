import type { ImageId } from '../../../shared/task.ts';
import type { Packs } from './packs.ts';
import { recordHeader, type Entry } from './records.ts';
import type { ThumbnailIndex } from './thumbnail-index.ts';

export interface CompactionParts {
  readonly index: ThumbnailIndex;
  readonly packs: Packs;
  /** Runs work after all writes before it. */
  readonly inTurn: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly append: (id: ImageId, thumbnail: Uint8Array, colours: Uint8Array) => Promise<void>;
  readonly place: (entry: Entry, id: ImageId) => Promise<Uint8Array | null>;
}

/**
 * Records become garbage when their picture's thumbnail is made again or forgotten. A pack of which less than half is
 * in use is emptied into the growing one, a record at a time between other writes, then removed. Ended at any moment,
 * every entry points either to the old record or to the new one.
 */
export async function compact({ index, packs, inTurn, append, place }: CompactionParts): Promise<void> {
  const used = new Map<number, number>();
  for await (const entries of index.all()) {
    for (const [, entry] of entries) if (entry.state === 'kept') used.set(entry.place.pack, (used.get(entry.place.pack) ?? 0) + recordHeader + entry.place.length);
  }
  // The growing one may have got records since they were counted.
  const wasteful = packs.numbers().filter((pack) => pack !== packs.growing() && (used.get(pack) ?? 0) * 2 < packs.size(pack));
  if (wasteful.length === 0) return;

  const stuck = new Set<number>();
  const isWasteful = (entry: Entry | undefined): entry is Extract<Entry, { state: 'kept' }> => entry?.state === 'kept' && wasteful.includes(entry.place.pack);
  for await (const entries of index.all()) {
    for (const [id, seen] of entries) {
      if (!isWasteful(seen)) continue;
      const moved = await inTurn(async () => {
        // As it is now: it may have been made again since it was seen.
        const [entry] = await index.entries([id]);
        if (!isWasteful(entry)) return;
        const thumbnail = await place(entry, id);
        if (thumbnail === null) await index.write(id, { state: 'none' });
        else await append(id, thumbnail, entry.colours);
      });
      if (!moved) stuck.add(seen.place.pack);
    }
  }
  for (const pack of wasteful) if (!stuck.has(pack)) await inTurn(() => packs.remove(pack));
}
