import { cellsLength, hashLength } from '../../shared/windows/thumbnail-look.ts';
import { shrunkSide as cellSide } from './shrunk.ts';

/** Pixels a side of the grey picture that is hashed. */
const side = 32;
/** Frequencies in each direction that are hashed: the lowest ones, which are the shape of the picture. */
const lowest = 8;
/**
 * How far a coefficient must be above the median to count as high. The noise that a JPEG adds is lower, so that smooth pictures, most of whose
 * coefficients are near zero, keep their hash.
 */
const noise = 2;
/** In a flat picture, more than this part of the cells are less than one level from the mean brightness of their four neighbours. */
const flatPart = 0.55;
/** Neighbouring cells are stored so many places apart, so that a comparison of two different pictures ends after a few cells. */
const cellStep = 1543;

/**
 * What a picture is compared by: its perceptual hash, followed by its cells if it is flat, such as a page, a logo, a diagram or a gradient. The shape of a flat
 * picture is all in a small part of it, which changes few of the lowest frequencies: hashes of different pages with a line of text are often the same.
 * If this changes, raise the version of the thumbnails' hashes (electron/database/worker/thumbnail-table.ts).
 *
 * `pixels`: red, green, blue and alpha of a picture of 64 × 64.
 */
export function comparedBy(pixels: ArrayLike<number>): Uint8Array {
  const cells = Float64Array.from({ length: cellSide * cellSide }, (_, at) => 0.299 * (pixels[at * 4] ?? 0) + 0.587 * (pixels[at * 4 + 1] ?? 0) + 0.114 * (pixels[at * 4 + 2] ?? 0));
  const luma = halved(cells);
  return isFlat(luma) ? Uint8Array.of(...perceptualHash(luma), ...packed(cells)) : perceptualHash(luma);
}

/** Each pixel is the mean of four. */
function halved(cells: Float64Array): Float64Array {
  return Float64Array.from({ length: side * side }, (_, at) => {
    const corner = Math.floor(at / side) * 2 * cellSide + (at % side) * 2;
    return [0, 1, cellSide, cellSide + 1].reduce((sum, offset) => sum + (cells[corner + offset] ?? 0), 0) / 4;
  });
}

function isFlat(luma: Float64Array): boolean {
  const at = (x: number, y: number): number => Math.round(luma[y * side + x] ?? 0);
  let flat = 0;
  for (let y = 1; y < side - 1; y += 1) {
    for (let x = 1; x < side - 1; x += 1) if (Math.abs(4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1)) < 4) flat += 1;
  }
  return flat > flatPart * (side - 2) ** 2;
}

function packed(cells: Float64Array): Uint8Array {
  const stepAt = (place: number): number => Math.round(cells[(place * cellStep) % cells.length] ?? 0) >> 4;
  return Uint8Array.from({ length: cellsLength }, (_, at) => stepAt(2 * at) * 16 + stepAt(2 * at + 1));
}

/**
 * pHash by the discrete cosine transform (C. Zauner, "Implementation and Benchmarking of Perceptual Image Hash
 * Functions", 2010). Each bit says whether one of the 64 lowest frequencies is stronger than their median.
 */
function perceptualHash(luma: Float64Array): Uint8Array {
  const frequencies = transformed(transformed(luma, side), lowest);
  // The first is the mean brightness, and says nothing about the shape.
  const sorted = frequencies.slice(1).sort();
  const median = sorted[sorted.length >> 1] ?? 0;
  const hash = new Uint8Array(hashLength);
  for (const [bit, strength] of frequencies.entries()) {
    if (bit > 0 && strength > median + noise) hash[bit >> 3] = (hash[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return hash;
}

/** Cosines of the transform (DCT-II) by frequency and pixel. */
const cosines = Array.from({ length: lowest }, (_, frequency) =>
  Float64Array.from({ length: side }, (__, at) => Math.sqrt((frequency === 0 ? 1 : 2) / side) * Math.cos((Math.PI * frequency * (2 * at + 1)) / (2 * side))),
);

/** The lowest frequencies of each row, as columns: doing it twice transforms both directions. */
function transformed(rows: Float64Array, count: number): Float64Array {
  const columns = new Float64Array(lowest * count);
  for (const [frequency, cosine] of cosines.entries()) {
    for (let row = 0; row < count; row += 1) {
      let sum = 0;
      for (let at = 0; at < side; at += 1) sum += (rows[row * side + at] ?? 0) * (cosine[at] ?? 0);
      columns[frequency * count + row] = sum;
    }
  }
  return columns;
}
