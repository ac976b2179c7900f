import type { ImageId } from '../../../shared/task.ts';
import { checksum } from './checksum.ts';
import { entryLength, readEntry, writeEntry, type Entry } from './records.ts';
import type { RandomFile } from './random-file.ts';

/** One entry per picture at `id × entryLength`: nothing of it is held in memory, however many there are. */
export interface ThumbnailIndex {
  /** In the order of the ids. Neighbours are read together. Never rejects: what cannot be read is `none`. */
  entries(ids: readonly ImageId[]): Promise<readonly Entry[]>;
  /** Rejects as `fs.write` does. */
  write(id: ImageId, entry: Entry): Promise<void>;
  /** Every entry that is not `none`, in slabs, so that a million do not keep anybody waiting. */
  all(): AsyncGenerator<readonly (readonly [ImageId, Entry])[]>;
  /** What was written last; null before. */
  walked(): Promise<Walked | null>;
  setWalked(walked: Walked): Promise<void>;
}

/** Pictures from `from` up to `to` were dealt with by the background walk. */
export interface Walked {
  readonly from: ImageId;
  readonly to: ImageId;
}

/** Entries between two wanted ones that are cheaper read along than left out. */
const bridged = 128;
/** Entries in one read of wanted ones, and in one of all: those are looked at without a pause, so they are few. */
const longestRun = 8192;
const slab = 1024;
const walkMark = 0x4b4c_4157;
const nothing = Buffer.alloc(0);

export function createThumbnailIndex(file: RandomFile): ThumbnailIndex {
  let length = file.length;
  const read = (first: ImageId, count: number): Promise<Buffer> => file.read(first * entryLength, count * entryLength).catch(() => nothing);
  const at = (bytes: Buffer, index: number): Buffer => bytes.subarray(index * entryLength, (index + 1) * entryLength);
  const write = async (bytes: Buffer, position: number): Promise<void> => {
    await file.write(bytes, position);
    length = Math.max(length, position + bytes.length);
  };

  return {
    async entries(ids) {
      const [only] = ids;
      if (only !== undefined && ids.length === 1) return [readEntry(only, await read(only, 1))];
      const found = new Map<ImageId, Entry>();
      const readRun = async (run: readonly ImageId[]): Promise<void> => {
        const first = run[0] ?? 0;
        const bytes = await read(first, (run.at(-1) ?? first) - first + 1);
        for (const id of run) found.set(id, readEntry(id, at(bytes, id - first)));
      };
      await Promise.all(runs(ids).map(readRun));
      return ids.map((id) => found.get(id) ?? { state: 'none' });
    },
    write: (id, entry) => write(writeEntry(id, entry), id * entryLength),
    async *all() {
      for (let first = 0; first * entryLength < length; first += slab) {
        const bytes = await read(first, slab);
        const entries: (readonly [ImageId, Entry])[] = [];
        for (let index = first === 0 ? 1 : 0; index * entryLength < bytes.length; index += 1) {
          const entry = readEntry(first + index, at(bytes, index));
          if (entry.state !== 'none') entries.push([first + index, entry]);
        }
        yield entries;
      }
    },
    // No picture has the id 0, so its place is free for the walk.
    async walked() {
      const bytes = await read(0, 1);
      if (bytes.length < entryLength || bytes.readUInt32LE(0) !== walkMark || bytes.readUInt32LE(12) !== checksum(bytes.subarray(0, 12))) return null;
      return { from: bytes.readUInt32LE(4), to: bytes.readUInt32LE(8) };
    },
    async setWalked({ from, to }) {
      const bytes = Buffer.alloc(entryLength);
      bytes.writeUInt32LE(walkMark, 0);
      bytes.writeUInt32LE(from, 4);
      bytes.writeUInt32LE(to, 8);
      bytes.writeUInt32LE(checksum(bytes.subarray(0, 12)), 12);
      await write(bytes, 0);
    },
  };
}

/** The ids in ascending runs, each of which is one read. */
function runs(ids: readonly ImageId[]): readonly (readonly ImageId[])[] {
  const found: ImageId[][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const run = found.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || id - last > bridged || id - (run[0] ?? id) >= longestRun) found.push([id]);
    else run.push(id);
  }
  return found;
}
