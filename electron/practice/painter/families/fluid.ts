import type { Canvas, Painting } from '../canvas.ts';
import { saturate, type Colour } from '../colour.ts';
import { smooth } from '../maths.ts';
import { createRamp, lighten } from '../pixels.ts';

/** Colours poured into each other, folding like smoke or silk. */
export function* fluid(canvas: Canvas): Generator<void, Painting> {
  const { width, unit, palette, noise, random } = canvas;
  const [first, second, third, fourth] = palette.accents;
  const strong = (colour: Colour): Colour => saturate(colour, 1.12);
  const deep = palette.dark ? palette.sky[0] : palette.ink;
  const stops = random.pick([
    [deep, second, first, third, palette.light, third, first, second, deep],
    [palette.paper, third, first, second, deep, second, fourth, third, palette.paper],
    [second, first, fourth, palette.light, first, deep, second],
  ]);
  const ramp = createRamp(stops.map((colour, i) => [i / (stops.length - 1), strong(colour)] as const));
  const seed = random.between(0, 900);
  const zoom = random.between(0.85, 1.5);
  const pull = random.between(1.1, 2.1);
  const bands = random.between(0.8, 1.5);
  const angle = random.between(0, Math.PI);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  yield;

  return {
    finish: { grain: 0.01, vignette: 0.16 },
    row(y, pixels) {
      for (let x = 0; x < width; x++) {
        const u = ((x / unit) * cos - (y / unit) * sin) * zoom;
        const v = ((x / unit) * sin + (y / unit) * cos) * zoom;
        const ax = noise.fbm(u + seed, v, 4);
        const ay = noise.fbm(u, v + seed, 4);
        const bx = noise.fbm(u + ax * pull + 5, v + ay * pull + seed, 4);
        const by = noise.fbm(u + ax * pull + seed, v + ay * pull + 11, 4);
        const field = noise.fbm(u * 0.6 + bx * pull * 1.2, v * 0.6 + by * pull * 1.2 + seed, 3);
        const wave = (field * 0.5 + 0.5 + bx * 0.22) * bands;
        const t = Math.abs((((wave % 2) + 2) % 2) - 1);
        ramp.put(pixels, x, t);
        // Light as from a wet surface, turned by the same folds.
        lighten(pixels, x, (by - bx) * 0.075);
        const fold = smooth(0.72, 1, 1 - Math.abs(ax - by) * 3);
        lighten(pixels, x, fold * 0.035);
      }
    },
  };
}
