import type { Canvas, Painting } from '../canvas.ts';
import { mixColours, type Colour } from '../colour.ts';
import { clamp, smooth } from '../maths.ts';
import { blend, lighten, put } from '../row.ts';

/** How deep a point of a tile, both coordinates 0 to 1, lies inside a figure; negative outside. In parts of a tile. */
type Motif = (x: number, y: number) => number;

const quarter: Motif = (x, y) => 1 - Math.hypot(x, y);
const half: Motif = (x, y) => 0.5 - Math.hypot(x, y - 0.5);
const circle: Motif = (x, y) => 0.5 - Math.hypot(x - 0.5, y - 0.5);
const dot: Motif = (x, y) => 0.27 - Math.hypot(x - 0.5, y - 0.5);
const ring: Motif = (x, y) => 0.13 - Math.abs(Math.hypot(x - 0.5, y - 0.5) - 0.34);
const bow: Motif = (x, y) => 0.25 - Math.abs(Math.hypot(x, y) - 0.75);
const bows: Motif = (x, y) => 0.125 - Math.abs((Math.hypot(x, y) * 2 + 0.25) % 0.5 - 0.25) + (Math.hypot(x, y) > 1 ? -1 : 0);
const leaf: Motif = (x, y) => Math.min(1 - Math.hypot(x, y), 1 - Math.hypot(1 - x, 1 - y));
const corner: Motif = (x, y) => (1 - x - y) * Math.SQRT1_2;
const stripes: Motif = (_, y) => 0.0835 - Math.abs(((y * 3 + 0.5) % 1) - 0.5) / 3;
const eye: Motif = (x, y) => Math.min(leaf(x, y), Math.hypot(x - 0.5, y - 0.5) - 0.16);
const twin: Motif = (x, y) => Math.max(0.5 - Math.hypot(x, y), 0.5 - Math.hypot(1 - x, 1 - y));

const motifs: readonly Motif[] = [quarter, quarter, half, circle, dot, ring, bow, bows, leaf, leaf, corner, stripes, eye, twin];

interface Tile {
  readonly ground: Colour;
  readonly figure: Colour;
  readonly motif: Motif;
  readonly second: { readonly motif: Motif; readonly colour: Colour } | null;
  readonly turns: number;
}

/** A page of geometric tiles as the modernists printed them: few figures, five inks, some tiles left quiet. */
export function* tiles(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const short = random.whole(4, 6);
  const margin = Math.round(unit * random.pick([0, 0.06, 0.08]));
  const side = (Math.min(width, height) - 2 * margin) / short;
  const columns = Math.max(1, Math.round((width - 2 * margin) / side));
  const rows = Math.max(1, Math.round((height - 2 * margin) / side));
  const wide = (width - 2 * margin) / columns;
  const tall = (height - 2 * margin) / rows;
  const inks: readonly Colour[] = [...palette.accents, palette.paper, palette.ink];
  const chosen = Array.from({ length: 5 }, () => random.pick(motifs));
  const symmetric = random.chance(0.4);

  const grid: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const mirror = symmetric && column >= columns / 2 ? grid[row * columns + (columns - 1 - column)] : undefined;
      if (mirror) {
        grid.push({ ...mirror, turns: [1, 0, 3, 2][mirror.turns] ?? 0 });
        continue;
      }
      const ground = random.chance(0.38) ? palette.paper : random.pick(inks);
      const others = inks.filter((ink) => Math.abs(ink[0] - ground[0]) + Math.hypot(ink[1] - ground[1], ink[2] - ground[2]) > 0.2);
      const motif = random.chance(0.8) ? random.pick(chosen) : random.pick(motifs);
      const second = random.chance(0.4) ? { motif: random.pick([dot, half, corner, quarter, ring]), colour: random.pick(others) } : null;
      grid.push({ ground, figure: random.pick(others), motif, second, turns: random.whole(0, 3) });
    }
  }
  yield;

  // Inks printed a hair off register, with paper showing through.
  const offset = unit * 0.0012;
  const sheet = mixColours(palette.paper, palette.ink, 0.02);
  return {
    finish: { grain: 0.01, vignette: 0.08 },
    row(y, pixels) {
      for (let x = 0; x < width; x++) {
        put(pixels, x, sheet);
        const column = Math.floor((x - margin) / wide);
        const row = Math.floor((y - margin) / tall);
        const tooth = noise.fbm((x / unit) * 130, (y / unit) * 130, 2);
        const tile = column >= 0 && row >= 0 && column < columns && row < rows ? grid[row * columns + column] : undefined;
        if (tile) {
          const worn = 1 - 0.22 * smooth(0.12, 0.5, tooth);
          blend(pixels, x, tile.ground, worn);
          const u = (x - margin) / wide - column;
          const v = (y - margin) / tall - row;
          const [tu, tv] = turned(u, v, tile.turns);
          const cover = clamp(tile.motif(tu, tv) * side + 0.5);
          if (cover > 0) blend(pixels, x, tile.figure, cover * worn);
          if (tile.second) {
            const [su, sv] = turned(u - offset / wide, v - offset / tall, (tile.turns + 2) % 4);
            const over = clamp(tile.second.motif(su, sv) * side + 0.5);
            if (over > 0) blend(pixels, x, tile.second.colour, over * 0.93 * worn);
          }
        }
        lighten(pixels, x, noise.fbm((x / unit) * 5, (y / unit) * 5, 3) * 0.012 + tooth * 0.008);
      }
    },
  };
}

function turned(u: number, v: number, turns: number): readonly [number, number] {
  switch (turns) {
    case 1:
      return [1 - u, v];
    case 2:
      return [1 - u, 1 - v];
    case 3:
      return [u, 1 - v];
    default:
      return [u, v];
  }
}
