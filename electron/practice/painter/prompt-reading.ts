import { colourHues, greyWords, mixPalette, recipes, type Palette, type PaletteRecipe } from './palettes.ts';
import type { Random } from './random.ts';

/** The families of pictures, and the words of a prompt that choose each. */
export const familyWords = {
  ridges: ['mountain', 'alp', 'peak', 'summit', 'valley', 'hill', 'landscape', 'fjord', 'cliff', 'volcano', 'canyon', 'desert', 'dune', 'lake', 'forest', 'tree', 'meadow', 'castle', 'cabin'],
  sea: ['sea', 'ocean', 'beach', 'coast', 'wave', 'boat', 'ship', 'sail', 'sailing', 'harbour', 'island', 'lighthouse', 'whale', 'surf', 'bay'],
  nebula: ['space', 'star', 'galaxy', 'nebula', 'cosmos', 'planet', 'universe', 'astronaut', 'rocket', 'saturn', 'comet', 'cosmic', 'alien'],
  fluid: ['silk', 'liquid', 'oil', 'coffee', 'smoke', 'fluid', 'paint', 'dream', 'wind', 'flow', 'ink', 'abstract', 'pattern', 'music', 'storm', 'fire', 'koi', 'marble', 'glass'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FamilyName = keyof typeof familyWords;

const familyNames = Object.keys(familyWords) as FamilyName[];

/** What the painter takes from a prompt. */
export interface Reading {
  readonly words: ReadonlySet<string>;
  readonly family: FamilyName;
}

/** Words in lower case, each also without a plural's ending. */
function wordsOf(prompt: string): Set<string> {
  const words = new Set<string>();
  for (const word of prompt.toLowerCase().match(/\p{L}+/gu) ?? []) {
    words.add(word);
    if (word.endsWith('s')) words.add(word.slice(0, -1));
    if (word.endsWith('es')) words.add(word.slice(0, -2));
  }
  return words;
}

const count = (words: ReadonlySet<string>, list: readonly string[]): number => list.filter((word) => words.has(word)).length;

/** The choices with the most votes. */
function winners<T>(choices: readonly T[], votesOf: (choice: T) => number): readonly T[] {
  const most = Math.max(...choices.map(votesOf));
  return choices.filter((choice) => votesOf(choice) === most);
}

/** Chooses the family whose list has the most words of the prompt. A prompt without known words gets any family. */
export function readPrompt(prompt: string, random: Random): Reading {
  const words = wordsOf(prompt);
  return { words, family: random.pick(winners(familyNames, (name) => count(words, familyWords[name]))) };
}

/** Degrees from one hue to another, -180 to 180. */
const hueDistance = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

/** The palette whose leading hue is nearest, turned the rest of the way if that is not far. */
function paletteOfHue(hue: number, candidates: readonly PaletteRecipe[]): Palette {
  const distanceOf = (recipe: PaletteRecipe): number => (recipe.hue === null ? 180 : hueDistance(recipe.hue, hue));
  const nearest = candidates.reduce((best, recipe) => (Math.abs(distanceOf(recipe)) < Math.abs(distanceOf(best)) ? recipe : best));
  const distance = distanceOf(nearest);
  return mixPalette(nearest, Math.abs(distance) < 60 ? distance * 0.8 : 0);
}

/**
 * Chooses the colours: the hue that the prompt names, within the mood that it names (a golden window at night is a
 * night picture), else what suits its subjects, else any.
 */
export function choosePalette({ words }: Reading, random: Random): Palette {
  const inMood = winners(recipes, (recipe) => count(words, recipe.moods));
  const hue = [...words].map((word) => colourHues[word]).find((found) => found !== undefined);
  if (hue !== undefined) return paletteOfHue(hue, inMood);
  const grey = recipes.find((recipe) => recipe.hue === null);
  if (grey && count(words, greyWords) > 0) return mixPalette(grey, 0);

  const fitting = winners(inMood, (recipe) => count(words, recipe.subjects));
  // The nearly colourless palette is chosen only if the prompt asks for it.
  const coloured = fitting.filter((recipe) => recipe.hue !== null);
  return mixPalette(random.pick(coloured.length > 0 ? coloured : fitting), random.between(-8, 8));
}
