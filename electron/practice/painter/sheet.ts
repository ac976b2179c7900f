import type { Colour } from './colour.ts';
import { clamp } from './maths.ts';
import { blend, put, type Pixels } from './row.ts';

/** A whole picture in memory, for families that draw stroke by stroke. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly pixels: Pixels;
  /** Copies row `y`. */
  row(y: number, pixels: Pixels): void;
  /** A round dab; `radius` in pixels, `cover` 0 to 1. */
  dab(x: number, y: number, radius: number, colour: Colour, cover: number): void;
}

export function* createSheet(width: number, height: number, ground: Colour): Generator<void, Sheet> {
  const pixels = new Float32Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    put(pixels, pixel, ground);
    if (pixel % 65_536 === 0) yield;
  }
  return {
    width,
    height,
    pixels,
    row: (y, out) => out.set(pixels.subarray(y * width * 3, (y + 1) * width * 3)),
    dab(x, y, radius, colour, cover) {
      const reach = radius + 1;
      for (let py = Math.max(0, Math.floor(y - reach)); py <= Math.min(height - 1, y + reach); py++) {
        for (let px = Math.max(0, Math.floor(x - reach)); px <= Math.min(width - 1, x + reach); px++) {
          const inside = clamp(radius - Math.hypot(px - x, py - y) + 0.5);
          if (inside > 0) blend(pixels, py * width + px, colour, inside * cover);
        }
      }
    },
  };
}
