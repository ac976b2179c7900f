import type { Connection } from '../../sqlite/statements.ts';
import { keysOf, pickedIn, placesInOrder } from '../arranged/radix-order.ts';
import { bitCount, bitsApart, coloursApart } from './distance.ts';
import { colourBytes, readHashes, type PictureHashes } from './picture-hashes.ts';

/**
 * Near copies differ in at most this many bits of the hash and in their colours by this much on average (0 to 255). Measured on painted pictures: copies
 * that were made smaller, saved as JPEG, cropped by 2 % or made 5 % brighter differ in less, and different pictures of one prompt in more.
 */
export const mostBits = 7;
export const mostColour = 16;
/**
 * No cell of a flat picture differs by more steps than this (of 16) in a near copy. Measured on pages, logos, diagrams and gradients: copies of another size or
 * saved as JPEG by Chromium differ by 1 at most, and pages with another line of text by 3 at least. Copies that were cropped are not found, so that no other
 * page is.
 */
export const mostSteps = 1;

/** The sets of the pictures that were compared, for the hashes that a connection holds. */
const held = new WeakMap<PictureHashes, Int32Array>();

/** Up to this many new pictures are compared with all others. For more, all sets are made again. */
const fewPictures = 1_000;

/**
 * The set of near copies of each picture, by picture id: the id of the oldest picture that it is a near copy of, or its own. 0: it cannot be compared
 * yet. Every picture of a set is a near copy of the oldest, so a long chain of similar pictures does not become one set.
 */
export function nearCopies(connection: Connection): Int32Array {
  const hashes = readHashes(connection);
  const known = held.get(hashes) ?? new Int32Array();
  const missing = withoutSet(hashes, known);
  if (missing.length === 0) return known;
  let sets: Int32Array;
  if (missing.length > fewPictures) {
    sets = setsOf(connection, hashes, withoutSet(hashes, new Int32Array()));
  } else {
    sets = new Int32Array(hashes.isKnown.length);
    sets.set(known);
    for (const id of missing) {
      sets[id] = id;
      for (let other = 1; other < sets.length && sets[id] === id; other += 1) if (sets[other] === other && other !== id && isNearCopy(hashes, id, other)) sets[id] = other;
      connection.pause();
    }
  }
  held.set(hashes, sets);
  return sets;
}

function isNearCopy(hashes: PictureHashes, one: number, other: number): boolean {
  return bitsApart(hashes, one, other) <= mostBits && coloursApart(hashes, one, other) <= mostColour * colourBytes && haveSameCells(hashes, one, other);
}

/** False if one of two pictures is flat and the other is not. */
function haveSameCells({ cells }: PictureHashes, one: number, another: number): boolean {
  const [first, second] = [cells.get(one), cells.get(another)];
  if (first === undefined || second === undefined) return first === second;
  for (let at = 0; at < first.length; at += 1) {
    const [pair, other] = [first[at] ?? 0, second[at] ?? 0];
    if (Math.abs((pair >> 4) - (other >> 4)) > mostSteps || Math.abs((pair & 15) - (other & 15)) > mostSteps) return false;
  }
  return true;
}

/** The pictures whose hash is known and whose set is not, oldest first. */
function withoutSet({ isKnown }: PictureHashes, sets: Int32Array): Int32Array {
  const ids = new Int32Array(isKnown.length);
  let count = 0;
  for (let id = 1; id < isKnown.length; id += 1) {
    if (isKnown[id] === 1 && !sets[id]) {
      ids[count] = id;
      count += 1;
    }
  }
  return ids.slice(0, count);
}

/** Bits of each part of the hash by which pictures are looked up. */
const partBits = 16;
const partValues = 1 << partBits;
/** XORed with a part, these give the part itself and all parts that differ from it in one bit. */
const flips = [0, ...Array.from({ length: partBits }, (_, bit) => 1 << bit)];

/** Pictures grouped by one part of their hash, oldest first in each group, with everything else that is compared. */
interface PartIndex {
  readonly part: (place: number) => number;
  /** Where the pictures of each value begin. */
  readonly starts: Int32Array;
  /** Their places in the list of all. */
  readonly places: Int32Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/**
 * Compares all pictures without comparing each with each: of four parts of the hash, at least one differs in one bit at most if the whole differs in seven
 * (multi-index hashing: M. Norouzi, A. Punjani, D. J. Fleet, "Fast Search in Hamming Space with Multi-Index Hashing", 2012).
 */
function setsOf({ pause }: Connection, hashes: PictureHashes, ids: Int32Array): Int32Array {
  const low = pickedIn(new Int32Array(hashes.low.buffer), ids);
  const high = pickedIn(new Int32Array(hashes.high.buffer), ids);
  const parts: PartIndex[] = [];
  for (const [half, shift] of [[low, 0], [low, partBits], [high, 0], [high, partBits]] as const) parts.push(indexedBy((place) => ((half[place] ?? 0) >>> shift) & (partValues - 1), low, high));
  const sets = new Int32Array(hashes.isKnown.length);
  let work = 0;
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] ?? 0;
    sets[id] = oldestCopied(place);
    work += workOfPicture;
    if (work < stepWork) continue;
    work = 0;
    pause();
  }
  return sets;

  function oldestCopied(place: number): number {
    const id = ids[place] ?? 0;
    const [ownLow, ownHigh] = [low[place] ?? 0, high[place] ?? 0];
    let oldest = place;
    for (const index of parts) {
      const value = index.part(place);
      for (const flip of flips) {
        const end = index.starts[(value ^ flip) + 1] ?? 0;
        for (let at = index.starts[value ^ flip] ?? 0; at < end; at += 1) {
          const other = index.places[at] ?? 0;
          if (other >= oldest) break;
          work += 1;
          if (bitCount((index.low[at] ?? 0) ^ ownLow) + bitCount((index.high[at] ?? 0) ^ ownHigh) > mostBits) continue;
          const otherId = ids[other] ?? 0;
          if (sets[otherId] !== otherId || coloursApart(hashes, id, otherId) > mostColour * colourBytes || !haveSameCells(hashes, id, otherId)) continue;
          oldest = other;
          break;
        }
      }
    }
    return ids[oldest] ?? 0;
  }
}

/**
 * Comparisons in one step, which takes a millisecond or two. Looking a picture up counts as some, too. Thousands of flat pictures may have the same hash, and
 * each is compared with all of them.
 */
const stepWork = 64_000;
const workOfPicture = 1_000;

function indexedBy(part: PartIndex['part'], low: Int32Array, high: Int32Array): PartIndex {
  const places = placesInOrder(keysOf(low.length, part));
  const starts = new Int32Array(partValues + 1);
  for (let place = 0; place < low.length; place += 1) {
    const next = part(place) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let value = 1; value <= partValues; value += 1) starts[value] = (starts[value] ?? 0) + (starts[value - 1] ?? 0);
  return { part, starts, places, low: pickedIn(low, places), high: pickedIn(high, places) };
}
