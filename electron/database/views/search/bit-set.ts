/** Row numbers of a table: those after `after`, up to `last`. */
export interface RowSpan {
  readonly after: number;
  readonly last: number;
}

/** From the lowest to the highest of these row numbers, with any other rows in between. */
export function spanOf(rows: Int32Array): RowSpan {
  let [after, last] = [rows[0] ?? 1, rows[0] ?? 0];
  for (const row of rows) {
    if (row < after) after = row;
    if (row > last) last = row;
  }
  return { after: after - 1, last };
}

/** A bit set of row numbers: 125 kB for a million rows, however many are in it. */
export interface Bits {
  add(row: number): void;
  has(row: number): boolean;
  /** Adds the rows of `other`, which has the same span. */
  union(other: Bits): void;
  /** Turns it into the rows of the span that were not in it. */
  invert(): void;
  /** All rows in it, ascending; null if there are more than `most`. */
  list(most: number): readonly number[] | null;
  readonly words: Uint32Array;
}

/** A bit set of these rows. */
export function bitsOf(rows: Int32Array, span: RowSpan = spanOf(rows)): Bits {
  const bits = createBits(span);
  for (let at = 0; at < rows.length; at += 1) bits.add(rows[at] ?? 0);
  return bits;
}

/** Ignores rows outside the span. */
export function createBits({ after, last }: RowSpan): Bits {
  const words = new Uint32Array((Math.max(last - after, 0) >>> 5) + 1);
  return {
    words,
    add(row) {
      const bit = row - after;
      // For a row before the span, this is far beyond the end.
      const at = bit >>> 5;
      if (at < words.length) words[at] = (words[at] ?? 0) | (1 << (bit & 31));
    },
    has(row) {
      const bit = row - after;
      return ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    },
    list(most) {
      const rows: number[] = [];
      for (const [at, word] of words.entries()) {
        for (let rest = word; rest !== 0; rest &= rest - 1) rows.push(after + at * 32 + 31 - Math.clz32(rest & -rest));
        if (rows.length > most) return null;
      }
      return rows;
    },
    invert() {
      for (let at = 0; at < words.length; at += 1) words[at] = ~(words[at] ?? 0);
    },
    union(other) {
      for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) | (other.words[at] ?? 0);
    },
  };
}
