import type { Family } from './canvas.ts';
import { createDeveloper } from './develop.ts';
import { nebula } from './families/nebula.ts';
import { fluid } from './families/fluid.ts';
import { ridges } from './families/ridges.ts';
import { sea } from './families/sea.ts';
import { createNoise } from './noise.ts';
import { filterRow } from './png.ts';
import { createRandom } from './random.ts';
import { choosePalette, readPrompt, type FamilyName } from './prompt-reading.ts';

/** What is to be painted. The same commission always gives the same pixels. */
export interface Commission {
  readonly prompt: string;
  /** Different pictures for the same prompt. */
  readonly index: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const families: Readonly<Record<FamilyName, Family>> = { ridges, sea, nebula, fluid };

/**
 * Paints a picture from its prompt, top to bottom; yields after every row. Returns the filtered RGB rows of a PNG.
 */
export function* paint({ prompt, index, width, height }: Commission): Generator<void, Uint8Array> {
  const reading = readPrompt(prompt, createRandom(prompt));
  const seed = `${prompt}\n${index}`;
  const random = createRandom(seed);
  const palette = choosePalette(reading, random);
  const noise = createNoise(random);
  const painting = yield* families[reading.family]({ width, height, unit: Math.sqrt(width * height), words: reading.words, palette, random, noise });

  const develop = createDeveloper(width, height, painting.finish, seed);
  const pixels = new Float32Array(width * 3);
  const scanlines = new Uint8Array(height * (width * 3 + 1));
  let bytes = new Uint8Array(width * 3);
  let above = new Uint8Array(width * 3);
  for (let y = 0; y < height; y++) {
    painting.row(y, pixels);
    develop(y, pixels, bytes);
    filterRow(bytes, above, scanlines.subarray(y * (width * 3 + 1), (y + 1) * (width * 3 + 1)));
    [bytes, above] = [above, bytes];
    yield;
  }
  return scanlines;
}
