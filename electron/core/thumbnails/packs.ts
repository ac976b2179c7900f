import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from './records.ts';
import { openRandomFile, type RandomFile } from './random-file.ts';

/** Files of records one after another. Only the newest grows; the others change only by going away. */
export interface Packs {
  /** Numbers of the packs that are there. */
  numbers(): readonly number[];
  /** Bytes of a pack. */
  size(pack: number): number;
  /** The pack that grows; 0 before the first record of all. */
  growing(): number;
  /** Bytes from a place; fewer, or none, where they are not there. Never rejects. */
  read(place: Place, length: number): Promise<Buffer>;
  /** Puts a record at the end of the newest pack, or begins the next. One at a time. Rejects as `fs.write` does. */
  append(record: Uint8Array): Promise<Pick<Place, 'pack' | 'offset'>>;
  remove(pack: number): Promise<void>;
  close(): Promise<void>;
}

const nameOf = (pack: number): string => `pack-${String(pack).padStart(4, '0')}.bin`;
const named = /^pack-([0-9]{4,5})\.bin$/;
/** What two bytes of an index entry can name. */
const lastPack = 65_535;
const nothing = Buffer.alloc(0);

/** `limit`: bytes after which the next pack begins. */
export async function openPacks(folder: string, limit: number): Promise<Packs> {
  const open = new Map<number, RandomFile>();
  const ends = new Map<number, number>();
  for (const name of await readdir(folder)) {
    const pack = Number(named.exec(name)?.[1] ?? 0);
    if (pack === 0 || pack > lastPack) continue;
    const file = await openRandomFile(path.join(folder, name));
    open.set(pack, file);
    ends.set(pack, file.length);
  }
  let newest = Math.max(0, ...open.keys());

  const begin = async (): Promise<void> => {
    if (newest >= lastPack) throw new Error('There are too many packs.');
    open.set(newest + 1, await openRandomFile(path.join(folder, nameOf(newest + 1))));
    newest += 1;
    ends.set(newest, 0);
  };

  return {
    numbers: () => [...open.keys()],
    size: (pack) => ends.get(pack) ?? 0,
    growing: () => newest,
    async read({ pack, offset }, length) {
      // A length that no record has comes from a damaged entry whose checksum happens to fit; it must not fill the memory.
      if (offset + length > (ends.get(pack) ?? 0)) return nothing;
      return (await open.get(pack)?.read(offset, length).catch(() => nothing)) ?? nothing;
    },
    async append(record) {
      if (newest === 0 || (ends.get(newest) ?? 0) >= limit) await begin();
      const file = open.get(newest);
      if (file === undefined) throw new Error('The packs were closed.');
      const offset = ends.get(newest) ?? 0;
      // Also when it fails: part of it may be there, and the next record must not be taken for its rest.
      ends.set(newest, offset + record.length);
      await file.write(record, offset);
      return { pack: newest, offset };
    },
    async remove(pack) {
      const file = open.get(pack);
      open.delete(pack);
      ends.delete(pack);
      await file?.close();
      await rm(path.join(folder, nameOf(pack)), { force: true });
    },
    async close() {
      await Promise.all([...open.values()].map((file) => file.close()));
      open.clear();
    },
  };
}
