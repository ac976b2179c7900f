import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageId } from '../../../shared/task.ts';
import { coloursLength } from '../../../shared/thumbnail.ts';
import { compact } from './compaction.ts';
import { openPacks } from './packs.ts';
import { openRandomFile } from './random-file.ts';
import { readRecord, recordHeader, writeRecord, type Entry, type StoredReason } from './records.ts';
import { createThumbnailIndex, type Walked } from './thumbnail-index.ts';

/**
 * Thumbnails in files made for reads at random: one read for the entries of neighbours, one for the bytes, no memory per picture.
 * Nothing in it is precious; what cannot be read, or is not what it should be, is missing and made anew.
 */
export interface ThumbnailStore {
  /** Never rejects. */
  read(id: ImageId): Promise<Found>;
  /** `coloursLength` bytes for each, in the order of the ids, zeros where unknown. Never rejects. */
  colours(ids: readonly ImageId[]): Promise<Uint8Array>;
  /** Null for a picture that is not known to be broken. Never rejects. */
  broken(ids: readonly ImageId[]): Promise<readonly (StoredReason | null)[]>;
  /** Those that are neither kept nor broken. Never rejects. */
  missing(ids: readonly ImageId[]): Promise<readonly ImageId[]>;
  /** False when it could not be kept (disk full, say). Never rejects. */
  write(id: ImageId, thumbnail: Uint8Array, colours: Uint8Array | null): Promise<boolean>;
  markBroken(id: ImageId, reason: StoredReason): Promise<boolean>;
  /** Makes it missing, so that it is tried again. */
  forget(id: ImageId): Promise<boolean>;
  walked(): Promise<Walked | null>;
  setWalked(walked: Walked): Promise<boolean>;
  /** Gives back the room of records that nothing points to any more; packs that hold less than half of use are written anew. */
  compact(): Promise<void>;
  /** After what is being written. */
  close(): Promise<void>;
}

export type Found = { readonly state: 'kept'; readonly thumbnail: Uint8Array } | { readonly state: 'broken'; readonly reason: StoredReason } | { readonly state: 'none' };

/** Keeps nothing, for where no folder is to be had. */
export const storeOfNothing: ThumbnailStore = {
  read: () => Promise.resolve({ state: 'none' }),
  colours: (ids) => Promise.resolve(new Uint8Array(ids.length * coloursLength)),
  broken: (ids) => Promise.resolve(ids.map(() => null)),
  // Nothing that is made in the background would stay.
  missing: () => Promise.resolve([]),
  write: () => Promise.resolve(false),
  markBroken: () => Promise.resolve(false),
  forget: () => Promise.resolve(false),
  walked: () => Promise.resolve(null),
  setWalked: () => Promise.resolve(false),
  compact: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Bytes after which the next pack begins. */
const packLimit = 256 * 1024 * 1024;

/** Opens the store in `folder`, or makes it. Rejects as `fs.open` does. */
export async function openThumbnailStore(folder: string, limit = packLimit): Promise<ThumbnailStore> {
  await mkdir(folder, { recursive: true });
  await removeSingleFiles(folder);
  const indexFile = await openRandomFile(path.join(folder, 'index.bin'));
  const index = createThumbnailIndex(indexFile);
  const packs = await openPacks(folder, limit);

  const place = async (entry: Entry, id: ImageId): Promise<Uint8Array | null> => {
    if (entry.state !== 'kept') return null;
    return readRecord(id, await packs.read(entry.place, recordHeader + entry.place.length));
  };
  /** Its entry and bytes as they are now. */
  const find = async (id: ImageId): Promise<Found> => {
    const [entry] = await index.entries([id]);
    if (entry?.state === 'broken') return entry;
    const thumbnail = entry === undefined ? null : await place(entry, id);
    return thumbnail === null ? { state: 'none' } : { state: 'kept', thumbnail };
  };

  let last: Promise<unknown> = Promise.resolve();
  /** Writes come one after another; that one fails is no reason to throw away the next. */
  const inTurn = (work: () => Promise<unknown>): Promise<boolean> => {
    const done = last.then(work).then(
      () => true,
      () => false,
    );
    last = done;
    return done;
  };
  // That there is garbage is noted once, so that a start need not read the index of a million to learn that there is none.
  const garbageNote = path.join(folder, 'garbage');
  let hasGarbage = (await readdir(folder)).includes('garbage');
  /** Before an entry is written over. */
  const noteGarbage = async (id: ImageId): Promise<void> => {
    if (hasGarbage || (await index.entries([id]))[0]?.state !== 'kept') return;
    await writeFile(garbageNote, '');
    hasGarbage = true;
  };
  const change = (id: ImageId, entry: Entry): Promise<boolean> =>
    inTurn(async () => {
      await noteGarbage(id);
      await index.write(id, entry);
    });
  // The record first: an entry never points to what is not written yet.
  const append = async (id: ImageId, thumbnail: Uint8Array, colours: Uint8Array): Promise<void> => {
    await noteGarbage(id);
    const at = await packs.append(writeRecord(id, thumbnail));
    await index.write(id, { state: 'kept', place: { ...at, length: thumbnail.length }, colours });
  };

  return {
    async read(id) {
      const found = await find(id);
      // Its pack may have been written anew between the two reads.
      return found.state === 'none' ? find(id) : found;
    },
    async colours(ids) {
      const bytes = new Uint8Array(ids.length * coloursLength);
      const entries = await index.entries(ids);
      entries.forEach((entry, at) => entry.state === 'kept' && bytes.set(entry.colours, at * coloursLength));
      return bytes;
    },
    async broken(ids) {
      const entries = await index.entries(ids);
      return entries.map((entry) => (entry.state === 'broken' ? entry.reason : null));
    },
    async missing(ids) {
      const entries = await index.entries(ids);
      return ids.filter((_id, at) => entries[at]?.state === 'none');
    },
    write: (id, thumbnail, colours) => inTurn(() => append(id, thumbnail, colours ?? new Uint8Array(coloursLength))),
    markBroken: (id, reason) => change(id, { state: 'broken', reason }),
    forget: (id) => change(id, { state: 'none' }),
    walked: () => index.walked(),
    setWalked: (walked) => inTurn(() => index.setWalked(walked)),
    async compact() {
      if (!hasGarbage) return;
      await compact({ index, packs, inTurn, append, place });
      await inTurn(async () => {
        await rm(garbageNote, { force: true });
        hasGarbage = false;
      });
    },
    async close() {
      await last;
      await Promise.all([indexFile.close(), packs.close()]);
    },
  };
}

/** Before there were packs each thumbnail was a file, in folders of a thousand. */
async function removeSingleFiles(folder: string): Promise<void> {
  const old = (await readdir(folder)).filter((name) => /^[0-9]+$/.test(name));
  await Promise.all(old.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}
