import { coloursLength } from '../../shared/windows/thumbnail-look.ts';
import { shrunkSide } from './shrunk.ts';

/** Pixels a side of the grid that a picture is averaged into. */
const side = 4;
/** The pixels of that grid that make each of the five places (shared/windows/thumbnail-look.ts): four corners and the middle. */
const places = [
  [0, 1, 4, 5],
  [2, 3, 6, 7],
  [8, 9, 12, 13],
  [10, 11, 14, 15],
  [5, 6, 9, 10],
] as const;

/** The bytes that represent a picture. `pixels`: red, green, blue and alpha of a picture of 64 × 64. */
export function coloursOf(pixels: ArrayLike<number>): Uint8Array {
  const part = shrunkSide / side;
  const grid = new Float64Array(side * side * 4);
  for (let at = 0; at < shrunkSide * shrunkSide; at += 1) {
    const place = Math.floor(at / shrunkSide / part) * side + Math.floor((at % shrunkSide) / part);
    for (let channel = 0; channel < 3; channel += 1) grid[place * 4 + channel] = (grid[place * 4 + channel] ?? 0) + (pixels[at * 4 + channel] ?? 0) / part ** 2;
  }
  return averages(grid);
}

/** `pixels`: red, green, blue and alpha of a grid of 4 × 4. */
export function averages(pixels: ArrayLike<number>): Uint8Array {
  const colours = new Uint8Array(coloursLength);
  colours[0] = 1;
  places.forEach((place, at) => {
    for (let channel = 0; channel < 3; channel += 1) {
      const sum = place.reduce<number>((total, pixel) => total + (pixels[pixel * 4 + channel] ?? 0), 0);
      colours[1 + at * 3 + channel] = Math.round(sum / place.length);
    }
  });
  return colours;
}
