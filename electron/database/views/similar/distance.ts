import { colourBytes, type PictureHashes } from './picture-hashes.ts';

/** A bit of the hash weighs as much as this difference of the mean colours (0 to 255). */
const colourPerBit = 4;

/** No two pictures are farther apart. */
export const farthest = colourBytes * (64 * colourPerBit + 255);

/**
 * How different two pictures look: the bits in which their hashes differ (the Hamming distance), plus the mean difference of their colours at five
 * places. Hashes of unrelated pictures differ in about half of their 64 bits, give or take four. So the hash decides between pictures of the same
 * shape, and the colours decide between all others.
 */
export function distance(hashes: PictureHashes, one: number, other: number): number {
  return colourBytes * colourPerBit * bitsApart(hashes, one, other) + coloursApart(hashes, one, other);
}

export function bitsApart({ low, high }: PictureHashes, one: number, other: number): number {
  return bitCount((low[one] ?? 0) ^ (low[other] ?? 0)) + bitCount((high[one] ?? 0) ^ (high[other] ?? 0));
}

/** The sum over all five places and three channels. */
export function coloursApart({ colours }: PictureHashes, one: number, other: number): number {
  let sum = 0;
  for (let at = 0; at < colourBytes; at += 1) sum += Math.abs((colours[one * colourBytes + at] ?? 0) - (colours[other * colourBytes + at] ?? 0));
  return sum;
}

/** The number of bits that are set in 32 bits. */
export function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
