import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours, shade, type Colour } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, createRamp, glow } from '../row.ts';
import { createShape, type Point, type Shape } from '../shape.ts';
import { namedFigure } from '../staffage.ts';

interface Stand {
  readonly shapes: readonly { readonly shape: Shape; readonly left: number; readonly right: number }[];
  readonly colour: Colour;
  readonly nearness: number;
  /** Row where the ground of this depth begins, per column. */
  readonly ground: Float32Array;
}

/** Tall trunks in light fog, depth behind depth, with the light coming from behind. */
export function* woods(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const light = { x: width * random.between(0.25, 0.75), y: height * random.between(0.3, 0.5) };
  const air = createRamp([
    [0, mixColours(palette.light, palette.sky[2], 0.25)],
    [0.35, mixColours(palette.sky[2], palette.sky[1], 0.35)],
    [1, mixColours(palette.sky[1], palette.sky[0], 0.55)],
  ]);
  const birch = mentions(canvas, 'birch', 'snow', 'winter', 'aspen');
  const dark = mixColours(palette.near, shade(palette.near, -0.08), 0.5);
  const depths = 6;

  const figureX = clamp(light.x + unit * random.between(-0.12, 0.12), unit * 0.12, width - unit * 0.12);
  const stands: Stand[] = [];
  for (let i = 0; i < depths; i++) {
    const nearness = i / (depths - 1);
    const floor = height * mix(0.62, 0.95, nearness ** 1.2);
    const seed = random.between(0, 100);
    const ground = Float32Array.from({ length: width }, (_, x) => floor - unit * (noise.fbm((x / unit) * 1.4 + seed, i, 3) * 0.07 + Math.max(0, noise.fbm((x / unit) * 26, seed, 3)) * 0.02 * nearness));
    const shapes: { shape: Shape; left: number; right: number }[] = [];
    const trunks = Math.round((width / unit) * mix(30, 4.2, nearness ** 0.6));
    for (let n = 0; n < trunks; n++) {
      const x = random.between(-0.02, 1.02) * width;
      if (nearness > 0.35 && Math.abs(x - figureX) < unit * 0.15 * nearness) continue; // a clearing
      const thick = unit * mix(0.006, 0.052, nearness ** 1.4) * random.between(0.65, 1.25);
      const lean = unit * random.normal() * 0.012;
      const bend = random.between(0, 100);
      const foot = ground[Math.round(clamp(x, 0, width - 1))]! + thick * 0.4;
      const left: Point[] = [];
      const right: Point[] = [];
      const steps = 22;
      for (let step = 0; step <= steps; step++) {
        const up = step / steps;
        const y = foot - up * (foot + unit * 0.05);
        const centre = x + lean * up * 2 + noise(up * 1.7 + bend, bend) * unit * 0.012;
        const flare = 1 + 0.7 * Math.exp(-up * 26);
        const half = (thick / 2) * mix(1, 0.62, up) * flare + noise(up * 12 + bend, 2 + bend) * thick * 0.03;
        left.push([centre - half, y]);
        right.unshift([centre + half, y]);
      }
      shapes.push({ shape: createShape([...left, ...right], width), left: x - thick, right: x + thick });
      for (let branch = random.whole(1, nearness > 0.3 ? 5 : 2); branch > 0; branch--) {
        const up = random.between(0.3, 0.95);
        const y = foot - up * foot;
        const side = random.pick([-1, 1]);
        const long = unit * random.between(0.03, 0.12) * mix(0.5, 1.3, nearness);
        const thin = thick * random.between(0.07, 0.16) + 0.3;
        const rise = long * random.between(0.15, 0.8);
        const from = x + lean * up * 2;
        shapes.push({
          shape: createShape(
            [[from, y - thin], [from + side * long * 0.5, y - rise * 0.35 - thin * 0.7], [from + side * long, y - rise], [from + side * long * 0.5, y - rise * 0.35 + thin * 0.5], [from, y + thin]],
            width,
          ),
          left: from - long,
          right: from + long,
        });
      }
    }
    const pale = birch && nearness > 0.25 ? mixColours(palette.light, palette.far, mix(0.5, 0.22, nearness)) : null;
    stands.push({ shapes, nearness, ground, colour: pale ?? mixColours(palette.far, dark, nearness ** 0.85) });
    yield;
  }
  const last = stands[depths - 2]!;
  const figure = namedFigure(canvas, { x: figureX, y: last.ground[Math.round(figureX)]! + unit * 0.03, colour: mixColours(dark, palette.far, 0.06), mirrored: random.chance(0.5) }, 1.5);
  const leaves = createRamp([[0, mixColours(palette.accents[0], palette.far, 0.5)], [1, palette.accents[1]]]);
  const beams = random.between(0, 100);

  return {
    finish: { grain: 0.013, vignette: 0.3 },
    row(y, pixels) {
      for (let x = 0; x < width; x++) {
        const near = Math.hypot((x - light.x) * 0.9, y - light.y) / unit;
        air.put(pixels, x, near * 1.15 + noise.fbm((x / unit) * 2.2, (y / unit) * 2.2, 3) * 0.1);
      }
      for (const stand of stands) {
        const { nearness, colour, ground } = stand;
        const lit = 1 - nearness;
        for (const { shape } of stand.shapes) {
          shape.row(y, (x, cover) => {
            const halo = Math.exp(-Math.hypot(x - light.x, y - light.y) / (unit * 0.2)) * (0.35 + 0.4 * lit);
            const bark = nearness > 0.3 ? noise.fbm((x / unit) * 90, (y / unit) * (birch ? 60 : 14), 2) : 0;
            const mark = birch && nearness > 0.25 ? smooth(0.18, 0.3, noise.fbm((x / unit) * 14, (y / unit) * 55, 3)) * 0.8 : 0;
            const trunk = mixColours(mixColours(shade(colour, bark * 0.05), dark, mark), air.at(0.1), halo);
            blend(pixels, x, trunk, cover);
          });
        }
        const floorColour = mixColours(mixColours(palette.far, birch ? palette.light : palette.near, birch ? 0.4 : 0.35 + 0.3 * nearness), dark, nearness ** 1.6 * (birch ? 0.35 : 0.8));
        for (let x = 0; x < width; x++) {
          const depth = y - ground[x]! + 0.5;
          if (depth <= 0) continue;
          const patch = noise.fbm((x / unit) * mix(26, 9, nearness), (y / unit) * mix(70, 26, nearness), 3);
          const sunny = Math.exp(-Math.abs(x - light.x) / (unit * 0.3)) * smooth(-0.1, 0.4, patch) * (1 - nearness * 0.5);
          blend(pixels, x, mixColours(shade(floorColour, patch * 0.06), air.at(0.05), sunny * 0.6), Math.min(1, depth));
        }
        // Leaves hang in from above, more of them nearer.
        if (!birch && nearness > 0.15) {
          for (let x = 0; x < width; x++) {
            const hang = noise.fbm((x / unit) * 1.6 + nearness * 31, nearness * 17, 2) * 0.12 + mix(0.1, 0.2, nearness) - y / unit;
            if (hang < -0.12) continue;
            const leaf = noise.fbm((x / unit) * mix(36, 20, nearness) + nearness * 50, (y / unit) * mix(36, 20, nearness), 4);
            const cover = smooth(-0.04, 0.06, leaf + hang * 2.2 - 0.08);
            if (cover > 0) blend(pixels, x, mixColours(leaves.at(0.5 + leaf), mixColours(air.at(0.5), colour, 0.25 + 0.75 * nearness), 0.62), cover * 0.92);
          }
        }
        // Fog between the depths, brighter towards the light.
        if (nearness < 1) {
          for (let x = 0; x < width; x++) {
            const near = Math.hypot(x - light.x, (y - light.y) * 0.8) / unit;
            const fog = mix(0.24, 0.06, nearness) * (0.55 + 0.8 * smooth(-0.5, 0.6, noise((x / unit) * 1.8 + nearness * 9, (y / unit) * 5) * 0.7));
            blend(pixels, x, air.at(near * 0.85), fog);
          }
        }
        if (stand === last) for (const thing of figure) thing.row(y, pixels);
      }
      for (let x = 0; x < width; x++) {
        const angle = Math.atan2(y - light.y + unit * 0.5, x - light.x);
        const beam = smooth(0.12, 0.55, noise(angle * 9 + beams, 3)) * smooth(0.95, 0.1, Math.hypot(x - light.x, y - light.y) / unit);
        if (beam > 0.01) glow(pixels, x, palette.light, beam * 0.13);
      }
    },
  };
}
