import type { ImageId } from '../../../../shared/task.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { bitCount, bitsApart, coloursApart } from './distance.ts';
import type { FlatCells } from './flat-cells.ts';
import { colourBytes, type PictureHashes } from './picture-hashes.ts';

/**
 * Near copies differ in at most this many bits of the hash and in their colours by this much on average (0 to 255). Measured on painted pictures: copies
 * that were made smaller, saved as JPEG, cropped by 2 % or made 5 % brighter differ in less, and different pictures of one prompt in more.
 */
export const mostBits = 7;
export const mostColour = 16;

/**
 * Limits that keep the work in proportion to the number of pictures, however alike they are. Beyond them, a near copy may not be found, and no other picture
 * is taken for one. A flat picture is compared by its cells with so many others, apart from those with the same checksum. And a value that a part of the hash
 * has in very many pictures leads to so many of them: the other parts find most of the rest.
 */
export const mostCompared = 64;
export const mostOfValue = 256;

/** Answers whether a picture is a near copy of another one. */
export function comparedWith(hashes: PictureHashes, cells: FlatCells, id: ImageId): (other: ImageId) => boolean {
  const checksum = hashes.checksums[id] ?? 0;
  const tried = new Set<ImageId>();
  return (other) => {
    if (bitsApart(hashes, id, other) > mostBits) return false;
    const otherSum = hashes.checksums[other] ?? 0;
    if (checksum !== otherSum && (checksum === 0 || otherSum === 0 || tried.size === mostCompared || tried.has(other))) return false;
    if (coloursApart(hashes, id, other) > mostColour * colourBytes) return false;
    if (checksum === 0) return true;
    if (checksum !== otherSum) tried.add(other);
    return cells.areNear(id, other);
  };
}

/** Bits of each part of the hash by which pictures are looked up. */
const partBits = 16;
const partValues = 1 << partBits;
/** XORed with a part, these give the part itself and all parts that differ from it in one bit. */
const flips = [0, ...Array.from({ length: partBits }, (_, bit) => 1 << bit)];

/** What pictures are looked up by: 16 bits of a picture. */
type Part = (id: ImageId) => number;

/** The oldest picture of each set, by one part: the oldest first for each value, with the hash, and `mostOfValue` of them at most. */
interface PartIndex {
  readonly part: Part;
  readonly flips: readonly number[];
  /** Where the pictures of each value begin, and where they end so far. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly ids: Int32Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/**
 * Writes the set of each of these pictures: the oldest one of them that it is a near copy of. Flat pictures and others are never near copies, and are
 * grouped apart, because flat ones often have the same hash.
 *
 * Compares all pictures without comparing each with each: of four parts of the hash, at least one differs in one bit at most if the whole differs in seven
 * (multi-index hashing: M. Norouzi, A. Punjani, D. J. Fleet, "Fast Search in Hamming Space with Multi-Index Hashing", 2012).
 * @param ids oldest first
 */
export function groupCopies({ pause }: Pick<Connection, 'pause'>, hashes: PictureHashes, ids: Int32Array, cells: FlatCells, sets: Int32Array): void {
  const parts: readonly Part[] = [
    (id) => (hashes.low[id] ?? 0) & (partValues - 1),
    (id) => (hashes.low[id] ?? 0) >>> partBits,
    (id) => (hashes.high[id] ?? 0) & (partValues - 1),
    (id) => (hashes.high[id] ?? 0) >>> partBits,
  ];
  const checksumOf: Part = (id) => hashes.checksums[id] ?? 0;
  for (const isFlat of [false, true]) {
    const some = ids.filter((id) => checksumOf(id) > 0 === isFlat);
    pause();
    const indexes: PartIndex[] = [];
    // An equal picture is found by its checksum, even among thousands with the same hash.
    if (isFlat) indexes.push(emptyIndex(checksumOf, [0], some));
    for (const part of parts) {
      indexes.push(emptyIndex(part, flips, some));
      pause();
    }
    groupBy(pause, indexes, hashes, some, cells, sets);
  }
}

/** Comparisons in one step, which takes a millisecond or two. Looking a picture up and reading cells from the disk count as some, too. */
const stepWork = 64_000;
const workOfPicture = 1_000;
const workOfRead = 1_000;

function groupBy(pause: () => void, indexes: readonly PartIndex[], hashes: PictureHashes, ids: Int32Array, cells: FlatCells, sets: Int32Array): void {
  let [work, reads] = [0, cells.reads];
  for (const id of ids) {
    const oldest = oldestCopied(id);
    sets[id] = oldest;
    if (oldest === id) for (const index of indexes) add(index, hashes, id);
    work += workOfPicture + workOfRead * (cells.reads - reads);
    reads = cells.reads;
    if (work < stepWork) continue;
    work = 0;
    cells.close();
    pause();
  }
  cells.close();

  function oldestCopied(id: ImageId): ImageId {
    const [ownLow, ownHigh] = [hashes.low[id] ?? 0, hashes.high[id] ?? 0];
    const isNear = comparedWith(hashes, cells, id);
    let oldest = id;
    for (const index of indexes) {
      const value = index.part(id);
      for (const flip of index.flips) {
        const end = index.ends[value ^ flip] ?? 0;
        for (let at = index.starts[value ^ flip] ?? 0; at < end; at += 1) {
          const other = index.ids[at] ?? 0;
          if (other >= oldest) break;
          work += 1;
          if (bitCount((index.low[at] ?? 0) ^ ownLow) + bitCount((index.high[at] ?? 0) ^ ownHigh) > mostBits || !isNear(other)) continue;
          oldest = other;
          break;
        }
      }
    }
    return oldest;
  }
}

/** An index of no pictures yet, with the size that these need. */
function emptyIndex(part: Part, ofPart: readonly number[], ids: Int32Array): PartIndex {
  const starts = new Int32Array(partValues + 1);
  for (const id of ids) {
    const next = part(id) + 1;
    starts[next] = Math.min((starts[next] ?? 0) + 1, mostOfValue);
  }
  for (let value = 1; value <= partValues; value += 1) starts[value] = (starts[value] ?? 0) + (starts[value - 1] ?? 0);
  const size = starts[partValues] ?? 0;
  return { part, flips: ofPart, starts, ends: starts.slice(0, partValues), ids: new Int32Array(size), low: new Uint32Array(size), high: new Uint32Array(size) };
}

function add({ part, starts, ends, ids, low, high }: PartIndex, hashes: PictureHashes, id: ImageId): void {
  const value = part(id);
  const at = ends[value] ?? 0;
  if (at === starts[value + 1]) return;
  ids[at] = id;
  low[at] = hashes.low[id] ?? 0;
  high[at] = hashes.high[id] ?? 0;
  ends[value] = at + 1;
}
