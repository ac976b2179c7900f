import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours, saturate, shade } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, put } from '../row.ts';
import { createSky } from '../sky.ts';

interface Dune {
  /** Row of the crest line, for every column. */
  readonly crest: Float32Array;
  readonly seed: number;
  readonly nearness: number;
}

/** Sand in long curves: a lit side, a shaded side, ripples in the foreground. */
export function* dunes(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const skyline = height * random.between(0.36, 0.5);
  const disc = { x: width * random.between(0.18, 0.82), y: skyline * random.between(0.35, 0.8), radius: unit * random.between(0.035, 0.1) };
  const sky = createSky(canvas, { horizon: skyline * 1.1, disc, clouds: random.between(0, 0.35), stars: palette.dark });
  const haze = mixColours(palette.sky[2], palette.far, 0.4);
  const side = disc.x > width / 2 ? 1 : -1;
  const sunlit = mixColours(palette.far, palette.light, 0.28);
  const shadow = saturate(mixColours(palette.near, palette.far, 0.12), 1.05);
  const count = 6;

  const layers: Dune[] = [];
  for (let i = 0; i < count; i++) {
    const nearness = i / (count - 1);
    const seed = random.between(0, 500);
    const base = mix(skyline + unit * 0.02, height * 0.86, nearness ** 1.1);
    const rise = unit * mix(0.06, 0.17, nearness);
    const scale = mix(2.1, 0.85, nearness);
    const crest = Float32Array.from({ length: width }, (_, x) => {
      const u = (x / unit) * scale + seed;
      // Rounded to the wind, sharp at the top: crests of dunes are where two slopes meet.
      const sharp = 1 - Math.abs(noise(u, seed)) * 1.5;
      return base - rise * (0.75 * sharp + 0.5 * noise(u * 0.6 + 9, seed));
    });
    layers.push({ crest, seed, nearness });
    yield;
  }
  const snow = mentions(canvas, 'snow', 'winter', 'ice');

  function sand({ crest, seed, nearness }: Dune, x: number, y: number, pixels: Float32Array): void {
    const depth = y - crest[x]! + 0.5;
    if (depth <= 0) return;
    const below = depth / unit;
    const u = x / unit;
    // A ridge line winds down from each crest; this side of it is lit, the other in shade.
    const winding = noise(u * mix(2.4, 1.1, nearness) + seed + below * side * mix(2.6, 1.5, nearness), seed * 0.7 + below * 0.8);
    // The line runs down at a slant from where the crest breaks.
    const from = Math.round(clamp(x + side * (depth * mix(1.9, 1.2, nearness) + noise(below * 5, seed) * unit * 0.05 * smooth(0, 0.1, below)), 3, width - 4));
    const slope = (crest[from + 3]! - crest[from - 3]!) / 6;
    const facing = slope * -side * 1.1 + winding * 1.25;
    const soft = mix(0.13, 0.3, smooth(0, 0.16, below));
    const lit = mix(smooth(-soft, soft, facing + 0.06), 0.62, 0.75 * smooth(0.02, mix(0.12, 0.34, nearness), below));
    const fade = smooth(0, mix(0.16, 0.4, nearness), below);
    const ripple = Math.sin((below * mix(520, 190, nearness) + noise.fbm(u * 4 + seed, below * 9, 3) * 9 + u * 26 * side) * 0.9);
    const texture = ripple * 0.011 * smooth(0.15, 0.75, nearness) * (0.4 + 0.6 * lit) + noise.fbm(u * 40, (y / unit) * 40, 2) * 0.012;
    const brightSide = mixColours(sunlit, palette.far, clamp(fade * 0.8 + 0.25 * winding));
    const darkSide = mixColours(shadow, palette.far, 0.1 + 0.45 * fade + (snow ? 0.25 : 0));
    const colour = shade(mixColours(darkSide, brightSide, lit), texture);
    const distance = (1 - nearness) ** 1.4 * 0.75 + (1 - nearness) * 0.2 * fade;
    const ground = mixColours(colour, haze, clamp(distance));
    if (depth < 1) blend(pixels, x, ground, depth);
    else put(pixels, x, ground);
  }

  return {
    finish: { grain: 0.013, vignette: 0.16 },
    row(y, pixels) {
      sky.row(y, pixels);
      for (let x = 0; x < width; x++) {
        // Draw the nearest dune that covers the whole pixel, then the edges of those in front of it.
        let behind = count - 1;
        while (behind > 0 && y - layers[behind]!.crest[x]! < 0.5) behind--;
        for (let i = behind; i < count; i++) sand(layers[i]!, x, y, pixels);
      }
    },
  };
}
