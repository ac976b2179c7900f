import { writeSrgb } from './colour.ts';
import { createRandom } from './random.ts';
import type { Pixels } from './pixels.ts';

/** The look of the print. */
export interface Finish {
  /** Strength of the film grain in OKLab lightness, about 0.01. */
  readonly grain: number;
  /** How much darker the corners are, 0 to 1. */
  readonly vignette: number;
}

const tileSide = 512;
const tileMask = tileSide - 1;

/** Noise without slow waves, so that grain never looks like dirt: white noise minus its neighbourhood. Deviation 1. */
function createGrainTile(): Float32Array {
  const random = createRandom('grain');
  const white = Float32Array.from({ length: tileSide * tileSide }, () => random.normal());
  const at = (x: number, y: number): number => white[((y & tileMask) << 9) | (x & tileMask)]!;
  return white.map((value, i) => {
    const x = i & tileMask;
    const y = i >> 9;
    const sides = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
    const corners = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1);
    return (value - sides * 0.11 - corners * 0.06) * 0.95;
  });
}

let grainTile: Float32Array | null = null;

/**
 * Turns rows of OKLab pixels into rows of sRGB bytes, with vignette, grain and dither. The grain hides the steps of
 * 8 bits per channel; a little of it moves each channel on its own.
 */
export function createDeveloper(width: number, height: number, finish: Finish, seed: string): (y: number, pixels: Pixels, bytes: Uint8Array) => void {
  const tile = (grainTile ??= createGrainTile());
  const random = createRandom(`develop ${seed}`);
  const shiftX = random.whole(0, tileMask);
  const shiftY = random.whole(0, tileMask);
  const srgb = new Float32Array(3);
  const reach = 1 / (width * width + height * height);

  return (y, pixels, bytes) => {
    const line = ((y + shiftY) & tileMask) << 9;
    const otherLine = ((y + shiftY + 171) & tileMask) << 9;
    const fromMiddleY = (2 * y - height) ** 2;
    for (let x = 0; x < width; x++) {
      const at = x * 3;
      const fromMiddleX = 2 * x - width;
      const distance = (fromMiddleX * fromMiddleX + fromMiddleY) * reach;
      const l = pixels[at]!;
      const grain = tile[line | ((x + shiftX) & tileMask)]!;
      const light = l * (1 - finish.vignette * distance * distance) + grain * finish.grain * (0.55 + 1.8 * l * (1 - l));
      writeSrgb(light, pixels[at + 1]!, pixels[at + 2]!, srgb, 0);
      const dither = tile[otherLine | ((x + shiftX + 83) & tileMask)]! * 0.35;
      const tint = tile[otherLine | ((x + shiftX + 311) & tileMask)]! * 0.35;
      bytes[at] = Math.min(255, Math.max(0, srgb[0]! + dither + 0.5));
      bytes[at + 1] = Math.min(255, Math.max(0, srgb[1]! - tint + 0.5));
      bytes[at + 2] = Math.min(255, Math.max(0, srgb[2]! + tint - dither + 0.5));
    }
  };
}
