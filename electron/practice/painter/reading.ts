import { familyWords, forAnything, type FamilyName } from './family-words.ts';
import { colourHues, greyWords, mixPalette, recipes, type Palette, type PaletteRecipe } from './palettes.ts';
import type { Random } from './random.ts';

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

const asks = (words: ReadonlySet<string>, phrase: string): boolean => phrase.split(' ').every((word) => words.has(word));

const names = Object.keys(familyWords) as FamilyName[];

/** Chooses how to paint: by the words that most families' lists hold, else by the prompt's own dice. */
export function readPrompt(prompt: string, random: Random): Reading {
  const words = wordsOf(prompt);
  const votes = names.map((name) => familyWords[name].filter((word) => asks(words, word)).length);
  const most = Math.max(...votes);
  const choices = most > 0 ? names.filter((_, i) => votes[i] === most) : forAnything;
  return { words, family: random.pick(choices) };
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
export function choosePalette({ words }: Reading, suits: (recipe: PaletteRecipe) => boolean, random: Random): Palette {
  const count = (phrases: readonly string[]): number => phrases.filter((phrase) => asks(words, phrase)).length;
  const best = (choices: readonly PaletteRecipe[], votesOf: (recipe: PaletteRecipe) => number): readonly PaletteRecipe[] => {
    const most = Math.max(...choices.map(votesOf));
    return choices.filter((choice) => votesOf(choice) === most);
  };
  const suitable = recipes.filter(suits);
  const inMood = best(suitable, (recipe) => count(recipe.moods));
  const hue = [...words].map((word) => colourHues[word]).find((found) => found !== undefined);
  if (hue !== undefined) return paletteOfHue(hue, inMood);
  const grey = recipes.find((recipe) => recipe.hue === null);
  if (grey && count(greyWords) > 0) return mixPalette(grey, 0);

  const votesOf = (recipe: PaletteRecipe): number => count(recipe.subjects);
  const fitting = best(inMood, votesOf);
  const named = count(fitting.flatMap((recipe) => [...recipe.moods, ...recipe.subjects])) > 0;
  // Hardly any colour only where it is asked for.
  return mixPalette(random.pick(fitting.filter((recipe) => named || recipe.hue !== null)), random.between(-8, 8));
}
