import { lch, type Colour } from './colour.ts';

/** Colours that belong together, named by what they do in a picture. */
export interface Palette {
  readonly name: string;
  /** Times of day, weather and feelings that ask for it. */
  readonly moods: readonly string[];
  /** Things that it suits; they count for less. */
  readonly subjects: readonly string[];
  /** Its leading hue in OKLCH degrees, for prompts that name a colour. Null: almost no colour. */
  readonly hue: number | null;
  /** A night or dusk palette. */
  readonly dark: boolean;
  /** Sky from top to horizon. */
  readonly sky: readonly [zenith: Colour, middle: Colour, horizon: Colour];
  /** Sun, moon or lamp. */
  readonly light: Colour;
  readonly far: Colour;
  readonly near: Colour;
  readonly paper: Colour;
  readonly ink: Colour;
  /** Five colours for flat shapes: two that lead, two that answer, one that sparks. */
  readonly accents: readonly [Colour, Colour, Colour, Colour, Colour];
}

type Lch = readonly [lightness: number, chroma: number, hue: number];

/** A palette as it is written down: OKLCH triples. */
export interface PaletteRecipe extends Pick<Palette, 'name' | 'moods' | 'subjects' | 'hue' | 'dark'> {
  readonly sky: readonly [Lch, Lch, Lch];
  readonly light: Lch;
  readonly far: Lch;
  readonly near: Lch;
  readonly paper: Lch;
  readonly ink: Lch;
  readonly accents: readonly [Lch, Lch, Lch, Lch, Lch];
}

/** Mixes the recipe's colours, every hue turned by `turn` degrees. */
export function mixPalette(recipe: PaletteRecipe, turn: number): Palette {
  const colour = ([l, c, h]: Lch): Colour => lch(l, c, h + turn);
  const [zenith, middle, horizon] = recipe.sky;
  const [first, second, third, fourth, spark] = recipe.accents;
  return {
    ...recipe,
    sky: [colour(zenith), colour(middle), colour(horizon)],
    light: colour(recipe.light),
    far: colour(recipe.far),
    near: colour(recipe.near),
    paper: colour(recipe.paper),
    ink: colour(recipe.ink),
    accents: [colour(first), colour(second), colour(third), colour(fourth), colour(spark)],
  };
}

export const recipes: readonly PaletteRecipe[] = [
  {
    name: 'rose dawn', hue: 10, dark: false,
    moods: ['dawn', 'morning', 'sunrise', 'spring', 'soft', 'gentle', 'pastel'],
    subjects: ['blossom', 'cherry', 'rose', 'swan'],
    sky: [[0.62, 0.075, 275], [0.77, 0.085, 345], [0.91, 0.075, 60]], light: [0.97, 0.05, 85], far: [0.72, 0.065, 325], near: [0.25, 0.06, 290],
    paper: [0.95, 0.02, 50], ink: [0.27, 0.06, 300],
    accents: [[0.7, 0.15, 18], [0.38, 0.09, 285], [0.86, 0.075, 60], [0.63, 0.1, 335], [0.83, 0.14, 85]],
  },
  {
    name: 'amber dusk', hue: 60, dark: false,
    moods: ['sunset', 'dusk', 'evening', 'autumn', 'warm'],
    subjects: ['fox', 'fire', 'lion', 'maple', 'harvest'],
    sky: [[0.4, 0.085, 295], [0.64, 0.145, 38], [0.87, 0.13, 78]], light: [0.96, 0.09, 92], far: [0.62, 0.12, 42], near: [0.18, 0.045, 330],
    paper: [0.94, 0.035, 80], ink: [0.22, 0.05, 330],
    accents: [[0.66, 0.17, 42], [0.3, 0.07, 320], [0.83, 0.13, 80], [0.5, 0.13, 25], [0.68, 0.07, 215]],
  },
  {
    name: 'blue hour', hue: 255, dark: true,
    moods: ['twilight', 'rain', 'rainy', 'calm', 'melancholy', 'storm', 'stormy'],
    subjects: ['harbour', 'city', 'whale', 'jazz'],
    sky: [[0.27, 0.08, 268], [0.47, 0.09, 255], [0.8, 0.075, 62]], light: [0.96, 0.06, 85], far: [0.47, 0.075, 262], near: [0.14, 0.035, 268],
    paper: [0.93, 0.015, 250], ink: [0.22, 0.06, 268],
    accents: [[0.4, 0.11, 262], [0.62, 0.09, 245], [0.85, 0.05, 240], [0.22, 0.06, 268], [0.8, 0.12, 70]],
  },
  {
    name: 'jade mist', hue: 175, dark: false,
    moods: ['mist', 'misty', 'fog', 'foggy', 'quiet', 'zen'],
    subjects: ['forest', 'tea', 'bamboo', 'pine', 'crane', 'temple', 'wood'],
    sky: [[0.76, 0.035, 195], [0.86, 0.03, 165], [0.95, 0.03, 110]], light: [0.985, 0.03, 100], far: [0.79, 0.035, 175], near: [0.23, 0.045, 185],
    paper: [0.95, 0.018, 110], ink: [0.25, 0.045, 190],
    accents: [[0.52, 0.08, 178], [0.3, 0.05, 190], [0.85, 0.045, 140], [0.67, 0.07, 160], [0.72, 0.14, 48]],
  },
  {
    name: 'terracotta', hue: 45, dark: false,
    moods: ['dusty', 'arid'],
    subjects: ['desert', 'dune', 'sand', 'canyon', 'mars', 'clay', 'pyramid', 'camel', 'sahara', 'oasis', 'caravan', 'coffee'],
    sky: [[0.72, 0.06, 225], [0.86, 0.035, 190], [0.94, 0.045, 75]], light: [0.98, 0.04, 90], far: [0.78, 0.08, 55], near: [0.42, 0.115, 38],
    paper: [0.94, 0.028, 75], ink: [0.3, 0.07, 35],
    accents: [[0.62, 0.135, 42], [0.79, 0.085, 62], [0.4, 0.09, 30], [0.66, 0.06, 215], [0.9, 0.07, 88]],
  },
  {
    name: 'midnight', hue: 265, dark: true,
    moods: ['night', 'midnight', 'starry', 'moonlit', 'dark', 'moon', 'star'],
    subjects: ['space', 'owl', 'universe', 'galaxy', 'bat'],
    sky: [[0.13, 0.045, 272], [0.23, 0.07, 266], [0.44, 0.085, 245]], light: [0.96, 0.03, 95], far: [0.33, 0.065, 255], near: [0.08, 0.022, 270],
    paper: [0.2, 0.05, 268], ink: [0.93, 0.03, 95],
    accents: [[0.32, 0.1, 268], [0.48, 0.12, 275], [0.7, 0.09, 235], [0.9, 0.05, 95], [0.78, 0.13, 75]],
  },
  {
    name: 'violet hour', hue: 320, dark: true,
    moods: ['dreamy', 'magic', 'magical', 'neon', 'synthwave', 'fantasy', 'cyberpunk', 'surreal', 'psychedelic'],
    subjects: ['dream', 'lavender', 'orchid', 'unicorn', 'jellyfish'],
    sky: [[0.28, 0.12, 293], [0.52, 0.17, 335], [0.83, 0.115, 42]], light: [0.97, 0.06, 75], far: [0.5, 0.14, 325], near: [0.14, 0.06, 290],
    paper: [0.93, 0.02, 320], ink: [0.24, 0.1, 292],
    accents: [[0.56, 0.19, 335], [0.34, 0.14, 290], [0.76, 0.13, 20], [0.66, 0.11, 250], [0.88, 0.11, 80]],
  },
  {
    name: 'lagoon', hue: 205, dark: false,
    moods: ['tropical', 'fresh', 'sunny'],
    subjects: ['sea', 'ocean', 'beach', 'lagoon', 'island', 'water', 'lake', 'fish', 'turtle', 'dolphin', 'boat'],
    sky: [[0.6, 0.095, 232], [0.8, 0.065, 205], [0.95, 0.06, 95]], light: [0.985, 0.06, 95], far: [0.66, 0.08, 215], near: [0.27, 0.065, 230],
    paper: [0.96, 0.018, 95], ink: [0.27, 0.065, 235],
    accents: [[0.62, 0.105, 205], [0.36, 0.08, 235], [0.86, 0.06, 180], [0.92, 0.07, 95], [0.72, 0.15, 35]],
  },
  {
    name: 'ink', hue: null, dark: false,
    moods: ['monochrome', 'noir', 'minimal', 'minimalist'],
    subjects: ['ink', 'charcoal', 'pencil', 'sketch', 'zebra', 'piano', 'calligraphy'],
    sky: [[0.74, 0.006, 80], [0.86, 0.008, 80], [0.955, 0.01, 85]], light: [0.985, 0.008, 85], far: [0.78, 0.007, 80], near: [0.2, 0.008, 70],
    paper: [0.955, 0.01, 85], ink: [0.2, 0.008, 60],
    accents: [[0.3, 0.01, 60], [0.55, 0.01, 70], [0.76, 0.01, 80], [0.88, 0.012, 85], [0.57, 0.19, 28]],
  },
  {
    name: 'meadow', hue: 140, dark: false,
    moods: ['summer', 'lush', 'noon'],
    subjects: ['meadow', 'garden', 'field', 'leaf', 'nature', 'hill', 'jungle', 'farm', 'frog', 'tree'],
    sky: [[0.7, 0.085, 235], [0.85, 0.05, 215], [0.96, 0.045, 100]], light: [0.985, 0.06, 98], far: [0.78, 0.07, 160], near: [0.33, 0.085, 148],
    paper: [0.96, 0.025, 105], ink: [0.29, 0.06, 155],
    accents: [[0.58, 0.12, 145], [0.36, 0.08, 158], [0.87, 0.12, 105], [0.73, 0.1, 125], [0.7, 0.15, 30]],
  },
];

/** Colour words and their hue in OKLCH degrees. */
export const colourHues: Readonly<Record<string, number>> = {
  red: 28, crimson: 20, scarlet: 28, vermilion: 32, ruby: 15, cherry: 18, orange: 55, copper: 48, rust: 42, amber: 72, gold: 88, golden: 85,
  yellow: 100, mustard: 90, lemon: 105, lime: 125, olive: 115, green: 145, emerald: 160, jade: 165, mint: 165, teal: 190, turquoise: 190,
  cyan: 205, aqua: 200, azure: 240, blue: 258, navy: 262, cobalt: 262, indigo: 280, violet: 300, purple: 308, lavender: 300, lilac: 310,
  magenta: 335, pink: 355, peach: 45, coral: 30,
};

/** Words for almost no colour. */
export const greyWords: readonly string[] = ['black', 'white', 'grey', 'gray', 'monochrome', 'charcoal', 'noir', 'silver'];
