import type { ImageId } from '../../../shared/task.ts';
import { checksum } from './checksum.ts';
import { entryLength, readEntry, writeEntry, type Entry } from './records.ts';
import type { RandomFile } from './random-file.ts';

/** One entry per picture at `id × entryLength`: only what was looked at last is held in memory, however many there are. */
export interface ThumbnailIndex {
  /** In the order of the ids. Neighbours are read together, and held for a while. Never rejects: what cannot be read is `none`. */
  entries(ids: readonly ImageId[]): Promise<readonly Entry[]>;
  /** Rejects as `fs.write` does. */
  write(id: ImageId, entry: Entry): Promise<void>;
  /** Every entry that is not `none`, a block at a time, so that a million do not keep anybody waiting. */
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

/** Entries in one read: pictures that are looked at together mostly have neighbouring ids. */
const blockLength = 256;
/** Blocks that are held, half a megabyte: who looks at pictures asks for the colours of them all, then for each thumbnail. */
const mostBlocks = 64;
const blockOf = (id: ImageId): number => Math.floor(id / blockLength);
const walkMark = 0x4b4c_4157;
const nothing = Buffer.alloc(0);

export function createThumbnailIndex(file: RandomFile): ThumbnailIndex {
  let length = file.length;
  /** The last used at the end. One that is being read is there already. */
  const blocks = new Map<number, Promise<Buffer>>();
  const read = (block: number): Promise<Buffer> => file.read(block * blockLength * entryLength, blockLength * entryLength);
  const heldBlock = (block: number): Promise<Buffer> => {
    const bytes = blocks.get(block) ?? read(block);
    blocks.delete(block);
    blocks.set(block, bytes);
    const [oldest] = blocks.keys();
    if (blocks.size > mostBlocks && oldest !== undefined) blocks.delete(oldest);
    return bytes.catch(() => {
      // A disk in trouble may be well again the next time.
      if (blocks.get(block) === bytes) blocks.delete(block);
      return nothing;
    });
  };
  const at = (bytes: Buffer, id: ImageId): Buffer => bytes.subarray((id % blockLength) * entryLength, ((id % blockLength) + 1) * entryLength);
  const write = async (bytes: Buffer, id: ImageId): Promise<void> => {
    try {
      await file.write(bytes, id * entryLength);
    } finally {
      // Read before or meanwhile: who asks from here on gets what is there now.
      blocks.delete(blockOf(id));
    }
    length = Math.max(length, id * entryLength + bytes.length);
  };

  return {
    async entries(ids) {
      const wanted = [...new Set(ids.map(blockOf))];
      const found = new Map(await Promise.all(wanted.map(async (block) => [block, await heldBlock(block)] as const)));
      return ids.map((id) => readEntry(id, at(found.get(blockOf(id)) ?? nothing, id)));
    },
    write: (id, entry) => write(writeEntry(id, entry), id),
    async *all() {
      for (let block = 0; block * blockLength * entryLength < length; block += 1) {
        const bytes = await read(block).catch(() => nothing);
        const first = block * blockLength;
        const entries: (readonly [ImageId, Entry])[] = [];
        for (let id = Math.max(first, 1); id < first + bytes.length / entryLength; id += 1) {
          const entry = readEntry(id, at(bytes, id));
          if (entry.state !== 'none') entries.push([id, entry]);
        }
        yield entries;
      }
    },
    // No picture has the id 0, so its place is free for the walk.
    async walked() {
      const bytes = at(await heldBlock(0), 0);
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
