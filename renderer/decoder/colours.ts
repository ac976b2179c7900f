import { coloursLength } from '../../shared/windows/thumbnail-look.ts';
import { shrunk } from './shrunk.ts';

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

/** The bytes that represent a picture. */
export function coloursOf(picture: CanvasImageSource): Uint8Array {
  return averages(shrunk(picture, side));
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
