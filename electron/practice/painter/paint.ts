import type { Family } from './canvas.ts';
import { createDeveloper } from './develop.ts';
import { aurora } from './families/aurora.ts';
import { nebula } from './families/nebula.ts';
import { glass } from './families/glass.ts';
import { flow } from './families/flow.ts';
import { city } from './families/city.ts';
import { woods } from './families/woods.ts';
import { dunes } from './families/dunes.ts';
import { bloom } from './families/bloom.ts';
import { tiles } from './families/tiles.ts';
import { arches } from './families/arches.ts';
import { fluid } from './families/fluid.ts';
import { ebru } from './families/ebru.ts';
import { orbs } from './families/orbs.ts';
import { papercut } from './families/papercut.ts';
import { portrait } from './families/portrait.ts';
import { ridges } from './families/ridges.ts';
import { sea } from './families/sea.ts';
import type { FamilyName } from './family-words.ts';
import { createNoise } from './noise.ts';
import type { PaletteRecipe } from './palettes.ts';
import { filterRow } from './png.ts';
import { createRandom } from './random.ts';
import { choosePalette, readPrompt } from './reading.ts';

/** What is to be painted. The same commission always gives the same pixels. */
export interface Commission {
  readonly prompt: string;
  /** Different pictures for the same prompt. */
  readonly index: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const anyPalette = (): boolean => true;
const atNight = (recipe: PaletteRecipe): boolean => recipe.dark;

const families: Readonly<Record<FamilyName, { readonly family: Family; readonly suits: (recipe: PaletteRecipe) => boolean }>> = {
  ridges: { family: ridges, suits: anyPalette },
  sea: { family: sea, suits: anyPalette },
  aurora: { family: aurora, suits: atNight },
  nebula: { family: nebula, suits: anyPalette },
  glass: { family: glass, suits: anyPalette },
  flow: { family: flow, suits: anyPalette },
  city: { family: city, suits: anyPalette },
  woods: { family: woods, suits: anyPalette },
  dunes: { family: dunes, suits: anyPalette },
  bloom: { family: bloom, suits: anyPalette },
  tiles: { family: tiles, suits: anyPalette },
  arches: { family: arches, suits: anyPalette },
  fluid: { family: fluid, suits: anyPalette },
  ebru: { family: ebru, suits: anyPalette },
  orbs: { family: orbs, suits: anyPalette },
  papercut: { family: papercut, suits: anyPalette },
  portrait: { family: portrait, suits: anyPalette },
};

/**
 * Paints a picture from its prompt, top to bottom; yields after every row. Returns the filtered RGB rows of a PNG.
 */
export function* paint({ prompt, index, width, height }: Commission): Generator<void, Uint8Array> {
  const reading = readPrompt(prompt, createRandom(prompt));
  const { family, suits } = families[reading.family];
  const seed = `${prompt}\n${index}`;
  const random = createRandom(seed);
  const palette = choosePalette(reading, suits, random);
  const noise = createNoise(random);
  const painting = yield* family({ width, height, unit: Math.sqrt(width * height), words: reading.words, palette, random, noise });

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
