import type { Finish } from './develop.ts';
import type { Noise } from './noise.ts';
import type { Palette } from './palettes.ts';
import type { Random } from './random.ts';
import type { Pixels } from './pixels.ts';

/** What a family paints on and with. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** The unit of lengths, in pixels: the side of a square of the same area. */
  readonly unit: number;
  readonly words: ReadonlySet<string>;
  readonly palette: Palette;
  readonly random: Random;
  readonly noise: Noise;
}

/** A picture that is ready to be taken row by row, from top to bottom. */
export interface Painting {
  readonly finish: Finish;
  /** Fills every pixel of row `y`. */
  row(y: number, pixels: Pixels): void;
}

/** A way of painting. It yields while it prepares, so that the thread can do other work. */
export type Family = (canvas: Canvas) => Generator<void, Painting>;

/** Whether any of `choices` is among the prompt's words. */
export const mentions = (canvas: Canvas, ...choices: readonly string[]): boolean => choices.some((word) => canvas.words.has(word));
