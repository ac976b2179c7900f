import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours, saturate, shade, type Colour } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import type { Random } from '../random.ts';
import { lighten, put } from '../row.ts';

interface Pane {
  readonly x: number;
  readonly y: number;
  readonly colour: Colour;
  readonly seed: number;
}

type Window = (canvas: Canvas, colours: readonly Colour[]) => Pane[];

const varied = (colour: Colour, random: Random): Colour => [colour[0] + random.normal() * 0.035, colour[1] + random.normal() * 0.01, colour[2] + random.normal() * 0.01];

/** Rings of panes around a point, each ring turned by half a pane against the one inside. */
function rings(random: Random, x: number, y: number, from: number, to: number, step: number, colourOf: (ring: number, place: number) => Colour): Pane[] {
  const panes: Pane[] = [];
  let ring = 0;
  for (let radius = from; radius < to; radius += step * mix(0.8, 1.25, random()), ring++) {
    const count = Math.max(1, Math.round(((2 * Math.PI * radius) / step / 4) * random.between(0.75, 1)) * 4);
    for (let place = 0; place < count; place++) {
      const angle = ((place + (ring % 2) / 2) / count) * 2 * Math.PI;
      panes.push({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle), colour: varied(colourOf(ring, place), random), seed: random.between(0, 300) });
    }
  }
  return panes;
}

/** A rose window. */
const rose: Window = ({ width, height, unit, random }, [light, spark, first, second, third, fourth]) => {
  const order = [light!, spark!, first!, third!, second!, fourth!, first!, second!].map((colour, i) => (i > 1 && random.chance(0.3) ? first! : colour));
  const step = unit * random.between(0.055, 0.085);
  return rings(random, width / 2, height / 2, step * 0.05, Math.hypot(width, height) * 0.6, step, (ring, place) => order[(ring + (place % 2 && ring % 3 === 2 ? 2 : 0)) % order.length]!);
};

/** A sun with its rays above hills. */
const landscape: Window = ({ width, height, unit, random, noise }, [light, spark, first, second, third, fourth]) => {
  const sun = { x: width * random.between(0.3, 0.7), y: height * random.between(0.28, 0.42) };
  const waves = random.between(0, 100);
  const step = unit * random.between(0.06, 0.085);
  const hill = (i: number, x: number): number => height * (0.55 + i * 0.115 + noise((x / unit) * 1.3 + i * 7, waves) * 0.1);
  const sky = rings(random, sun.x, sun.y, step * 0.05, Math.hypot(width, height), step, (ring, place) => {
    if (ring < 2) return light!;
    if (ring === 2) return spark!;
    const ray = place % 3 === 0;
    return ray ? mixColours(third!, light!, clamp(1.4 / ring)) : mixColours(fourth!, third!, ring % 2 ? 0.35 : 0.1);
  }).filter((pane) => pane.y < hill(0, pane.x) - step * 0.3);
  const land: Pane[] = [];
  const colours = [mixColours(first!, third!, 0.3), first!, mixColours(first!, second!, 0.5), second!];
  for (let row = 0; row * step < height; row++) {
    for (let x = -step * 2; x < width + step * 2; x += step * random.between(0.9, 1.5)) {
      const y = hill(0, x) + (row + 0.3) * step * 0.8;
      const band = Math.max(0, [1, 2, 3].filter((i) => y > hill(i, x)).length);
      land.push({ x, y, colour: varied(colours[band]!, random), seed: random.between(0, 300) });
    }
  }
  return [...sky, ...land];
};

/** A leaded window with light coming through. */
export function* glass(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const colours = [palette.light, ...[4, 0, 1, 2, 3].map((i) => saturate(palette.accents[i]!, 1.2))];
  const round = mentions(canvas, 'rose', 'church', 'cathedral', 'mandala', 'flower', 'kaleidoscope', 'saint', 'angel') || random.chance(0.4);
  const panes = (round ? rose : landscape)(canvas, colours);
  yield;

  // Panes by the square of the grid that their middle lies in.
  const cell = unit * 0.085;
  const columns = Math.ceil(width / cell) + 6;
  const rows = Math.ceil(height / cell) + 6;
  const grid: Pane[][] = Array.from({ length: columns * rows }, () => []);
  for (const pane of panes) {
    const column = Math.floor(pane.x / cell) + 3;
    const row = Math.floor(pane.y / cell) + 3;
    if (column >= 0 && row >= 0 && column < columns && row < rows) grid[row * columns + column]!.push(pane);
  }
  /** All panes that may touch a square, gathered once. */
  const around = new Map<number, readonly Pane[]>();
  function neighbours(x: number, y: number): readonly Pane[] {
    const column0 = Math.floor(x / cell) + 3;
    const row0 = Math.floor(y / cell) + 3;
    const key = row0 * columns + column0;
    const known = around.get(key);
    if (known) return known;
    const found: Pane[] = [];
    for (let row = Math.max(0, row0 - 2); row <= Math.min(rows - 1, row0 + 2); row++) {
      for (let column = Math.max(0, column0 - 2); column <= Math.min(columns - 1, column0 + 2); column++) found.push(...grid[row * columns + column]!);
    }
    around.set(key, found);
    return found;
  }

  const lead = shade(mixColours(palette.ink, [0.14, 0, 0], palette.dark ? 0.9 : 0.7), -0.04);
  const leadHalf = unit * 0.0034 + 0.4;
  const brightX = width * random.between(0.35, 0.65);
  const brightY = height * random.between(0.3, 0.5);
  return {
    finish: { grain: 0.009, vignette: 0.34 },
    row(y, pixels) {
      for (let x = 0; x < width; x++) {
        const near = neighbours(x, y);
        let own: Pane | undefined;
        let best = Infinity;
        for (const pane of near) {
          const distance = (pane.x - x) ** 2 + (pane.y - y) ** 2;
          if (distance < best) {
            best = distance;
            own = pane;
          }
        }
        if (!own) {
          put(pixels, x, lead);
          continue;
        }
        let edge = Infinity;
        const reach = 4 * (best + 4 * leadHalf * Math.sqrt(best) + 4 * leadHalf * leadHalf);
        for (const other of near) {
          const dx = other.x - own.x;
          const dy = other.y - own.y;
          const apart = dx * dx + dy * dy;
          if (apart === 0 || apart > reach + cell * cell) continue;
          edge = Math.min(edge, (((own.x + other.x) / 2 - x) * dx + ((own.y + other.y) / 2 - y) * dy) / Math.sqrt(apart));
        }
        const u = x / unit;
        const v = y / unit;
        const streak = noise.fbm(u * 11 + own.seed, v * 3 + own.seed, 3);
        const seeds = noise(u * 70 + own.seed, v * 70);
        const light = 0.1 * streak + 0.016 * seeds + mix(0.1, -0.1, clamp(Math.hypot(x - brightX, y - brightY) / (unit * 0.95)));
        const bevel = smooth(leadHalf * 3.6, leadHalf, edge);
        put(pixels, x, mixColours(shade(own.colour, light - bevel * 0.12), lead, clamp(leadHalf - edge + 0.5)));
        // The lead is round: a thin gleam along its middle.
        if (edge < leadHalf) lighten(pixels, x, 0.12 * smooth(leadHalf * 0.55, 0, edge));
      }
    },
  };
}
