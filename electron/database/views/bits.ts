/** A set of row numbers, one bit each: 125 kB for a million rows, however many are in it. */
export interface Bits {
  add(row: number): void;
  has(row: number): boolean;
  /** Keeps only what `other` has as well. */
  keepOnly(other: Bits): void;
  /** Takes away what `other` has. */
  without(other: Bits): void;
  union(other: Bits): void;
  readonly words: Uint32Array;
}

/** `last`: the greatest row number that can be in it; greater ones are left out. */
export function createBits(last: number): Bits {
  const words = new Uint32Array((last >>> 5) + 1);
  const combine = (other: Bits, merge: (mine: number, theirs: number) => number): void => {
    for (let at = 0; at < words.length; at += 1) words[at] = merge(words[at] ?? 0, other.words[at] ?? 0);
  };
  return {
    words,
    add(row) {
      const at = row >>> 5;
      if (at < words.length) words[at] = (words[at] ?? 0) | (1 << (row & 31));
    },
    has: (row) => ((words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0,
    keepOnly: (other) => combine(other, (mine, theirs) => mine & theirs),
    without: (other) => combine(other, (mine, theirs) => mine & ~theirs),
    union: (other) => combine(other, (mine, theirs) => mine | theirs),
  };
}
