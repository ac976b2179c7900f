import { mentions, type Canvas } from './canvas.ts';
import { mixColours, type Colour } from './colour.ts';
import { balloon, bird, cabin, cabinWindows, cat, deer, fox, lighthouse, sailingBoat, wanderer, type Figure } from './figures.ts';
import { blend, glow, type Pixels } from './row.ts';
import { createShape, stand, type Shape } from './shape.ts';

/** A figure in its place. */
export interface Standing {
  row(y: number, pixels: Pixels): void;
}

export interface Place {
  readonly x: number;
  /** Row of the foot. */
  readonly y: number;
  /** Height in pixels. */
  readonly size: number;
  readonly colour: Colour;
  readonly mirrored?: boolean;
}

function placeFigure(figure: Figure, { x, y, size, colour, mirrored = false }: Place, width: number): Standing {
  const shapes: Shape[] = figure.map((outline) => createShape(stand(outline, x, y, size, mirrored), width));
  return {
    row(row, pixels) {
      for (const shape of shapes) shape.row(row, (column, cover) => blend(pixels, column, colour, cover));
    },
  };
}

/** A lamp with a soft halo, in pixels. */
function placeLamp(x: number, y: number, radius: number, colour: Colour, width: number): Standing {
  const reach = radius * 9;
  return {
    row(row, pixels) {
      if (Math.abs(row - y) > reach) return;
      for (let column = Math.max(0, Math.floor(x - reach)); column <= Math.min(width - 1, x + reach); column++) {
        const near = Math.hypot(column - x, row - y) / radius;
        const light = near < 1 ? 0.95 : 0.95 * Math.exp(-(near - 1) * 0.75);
        if (light > 0.01) glow(pixels, column, colour, light);
      }
    },
  };
}

const landFigures: readonly { readonly words: readonly string[]; readonly figure: Figure; readonly size: number }[] = [
  { words: ['cat', 'kitten', 'panther'], figure: cat, size: 0.095 },
  { words: ['fox', 'dog', 'wolf', 'coyote'], figure: fox, size: 0.105 },
  { words: ['deer', 'stag', 'elk', 'reindeer', 'moose', 'horse', 'antelope', 'unicorn'], figure: deer, size: 0.125 },
  { words: ['wanderer', 'hiker', 'traveller', 'person', 'man', 'woman', 'girl', 'boy', 'astronaut', 'monk', 'wizard', 'knight', 'samurai', 'robot', 'child'], figure: wanderer, size: 0.1 },
  { words: ['cabin', 'house', 'hut', 'home', 'cottage', 'village', 'temple', 'castle', 'farm'], figure: cabin, size: 0.05 },
  { words: ['lighthouse', 'tower', 'beacon'], figure: lighthouse, size: 0.17 },
];

const figureOf = (canvas: Canvas) => landFigures.find(({ words }) => mentions(canvas, ...words));

export const namesFigure = (canvas: Canvas): boolean => figureOf(canvas) !== undefined;

/** The figure that the prompt names, if any, standing at (x, y). */
export function namedFigure(canvas: Canvas, place: Omit<Place, 'size'>, scale = 1): Standing[] {
  const { unit, width, palette } = canvas;
  const found = figureOf(canvas);
  if (!found) return [];
  const size = found.size * unit * scale;
  const standing = [placeFigure(found.figure, { ...place, size }, width)];
  const lampColour = mixColours(palette.light, palette.sky[2], 0.3);
  if (found.figure === cabin) {
    standing.push(placeFigure(cabinWindows, { ...place, size, colour: lampColour }, width), placeLamp(place.x, place.y - size * 0.2, size * 0.02, lampColour, width));
  }
  if (found.figure === lighthouse) standing.push(placeLamp(place.x, place.y - size * 0.775, size * 0.03, palette.light, width));
  return standing;
}

/** A boat on the water, when the prompt names one or by chance. */
export function boatOn(canvas: Canvas, place: Place): Standing {
  return placeFigure(sailingBoat, place, canvas.width);
}

/** A loose flock, or balloons where the prompt names them. */
export function inTheAir(canvas: Canvas, at: { readonly x: number; readonly y: number; readonly colour: Colour }): Standing[] {
  const { random, unit, width, palette } = canvas;
  if (mentions(canvas, 'balloon')) {
    return Array.from({ length: random.whole(3, 5) }, (_, i) =>
      placeFigure(
        balloon,
        {
          x: width * random.between(0.12, 0.88),
          y: at.y * random.between(0.45, 1.1),
          size: unit * random.between(0.05, i === 0 ? 0.2 : 0.11),
          colour: palette.accents[i % 5]!,
        },
        width,
      ),
    );
  }
  if (!mentions(canvas, 'bird', 'gull', 'crane', 'heron', 'swallow', 'geese', 'eagle', 'crow', 'raven') && !random.chance(0.22)) return [];
  return Array.from({ length: random.whole(4, 9) }, () =>
    placeFigure(
      bird,
      { x: at.x + random.normal() * unit * 0.09, y: at.y + random.normal() * unit * 0.04, size: unit * random.between(0.012, 0.032), colour: at.colour },
      width,
    ),
  );
}
