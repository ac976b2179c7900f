import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours, shade, type Colour } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, lighten, put } from '../pixels.ts';
import { bloom, createSky } from '../sky.ts';

interface Ridge {
  /** Row of the crest, for every column. */
  readonly crest: Float32Array;
  readonly colour: Colour;
  /** 0 farthest, 1 nearest. */
  readonly nearness: number;
  readonly seed: number;
}

/** Mountains behind mountains in haze, under a sun or moon, sometimes by a lake. */
export function* ridges(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const lake = mentions(canvas, 'lake', 'river', 'water', 'reflection', 'fjord', 'pond') || random.chance(0.25);
  const shore = lake ? Math.round(height * random.between(0.74, 0.8)) : height;
  const skyline = height * random.between(0.42, 0.56);
  const alpine = mentions(canvas, 'mountain', 'alp', 'peak', 'summit', 'himalaya', 'rock') || random.chance(0.5);
  const disc = {
    x: width * random.pick([random.between(0.22, 0.4), random.between(0.6, 0.78)]),
    y: skyline * random.between(0.42, 0.86),
    radius: unit * random.between(0.035, 0.085),
  };
  const sky = createSky(canvas, { horizon: skyline * 1.25, disc, clouds: random.between(0.1, 0.6), stars: palette.dark });
  const haze = mixColours(palette.sky[2], palette.far, 0.28);
  const count = random.whole(5, 7);

  const layers: Ridge[] = [];
  for (let i = 0; i < count; i++) {
    const nearness = i / (count - 1);
    const seed = random.between(0, 1000);
    const base = mix(skyline, shore * (lake ? 1.02 : 0.97), nearness ** 1.15);
    const rise = unit * (alpine ? mix(0.2, 0.13, nearness) : mix(0.1, 0.13, nearness));
    const scale = mix(2.4, 1.5, nearness) * (alpine ? 1 : 0.8);
    const crest = new Float32Array(width);
    for (let x = 0; x < width; x++) {
      const u = (x / unit) * scale + seed;
      const rugged = noise.ridged(u * 0.75, seed, 6) - 0.45 + 0.35 * noise(u * 0.35, seed * 2);
      const rolling = noise.fbm(u, seed, alpine ? 6 : 4);
      crest[x] = base - rise * (alpine ? mix(rugged * 1.5, rolling, nearness * 0.8) : rolling * 1.2 + 0.2);
    }
    layers.push({ crest, seed, nearness, colour: mixColours(palette.far, palette.near, nearness ** 1.25) });
    yield;
  }

  const paintLand = (y: number, pixels: Float32Array): void => {
    for (let x = 0; x < width; x++) {
      // Draw the nearest layer that covers the whole pixel, then the edges of those in front of it.
      let behind = layers.length - 1;
      while (behind > 0 && y - layers[behind]!.crest[x]! < 0.5) behind--;
      for (let i = behind; i < layers.length; i++) {
        const { crest, colour, nearness, seed } = layers[i]!;
        const depth = y - crest[x]! + 0.5;
        if (depth <= 0) continue;
        const cover = Math.min(1, depth);
        const below = depth / unit;
        const mist = (1 - nearness * 0.85) * smooth(0.01, mix(0.2, 0.34, nearness), below);
        let light = 0;
        if (mist < 0.9) {
          const u = x / unit;
          const rock = noise.fbm(u * 7 + seed, below * 11 + u * 3, 4) - noise.fbm(u * 7 + seed + 0.12, below * 11 + u * 3 - 0.06, 4);
          light = rock * (alpine ? 0.42 : 0.2) * (1 - nearness * 0.75) * clamp((disc.x - x) / (0.12 * unit), -1, 1) * smooth(0, 0.03, below);
          const slope = (crest[Math.min(width - 1, x + 3)]! - crest[Math.max(0, x - 3)]!) / 6;
          light += 0.05 * Math.exp(-below * 60) * (1 - nearness) * clamp(0.4 + slope * clamp((x - disc.x) / (0.12 * unit), -1, 1));
        }
        const ground = mixColours(shade(colour, light * 0.5), haze, mist);
        if (cover < 1) blend(pixels, x, ground, cover);
        else put(pixels, x, ground);
        bloom(pixels, x, y, disc, sky.warmth, 0.22 * (1 - nearness * 0.7));
      }
    }
  };

  /** Rows above the shore, kept for their reflection. */
  const mirrored = new Map<number, Float32Array>();
  const paintLake = (y: number, pixels: Float32Array): void => {
    const away = (y - shore) / (height - shore);
    const source = mirrored.get(Math.max(0, Math.round(shore - (y - shore) * 1.25 - 1)))!;
    for (let x = 0; x < width; x++) {
      const wave = noise(x / unit * 3, (y / unit) * mix(140, 40, away)) * unit * mix(0.001, 0.008, away);
      const from = Math.round(clamp(x + wave, 0, width - 1)) * 3;
      put(pixels, x, [source[from]! * mix(0.94, 0.8, away), source[from + 1]! * 0.9, source[from + 2]! * 0.9]);
      const gleam = noise.fbm((x / unit) * 2.2, (y / unit) * mix(90, 30, away), 3);
      lighten(pixels, x, smooth(0.22, 0.5, gleam) * 0.05);
      if (y - shore < unit * 0.004) blend(pixels, x, haze, 0.5 * (1 - (y - shore) / (unit * 0.004)));
    }
  };

  return {
    finish: { grain: 0.011, vignette: 0.18 },
    row(y, pixels) {
      if (y >= shore) paintLake(y, pixels);
      else {
        sky.row(y, pixels);
        paintLand(y, pixels);
      }
      if (lake && y < shore && y >= shore - (height - shore) * 1.3 - 4) mirrored.set(y, pixels.slice());
    },
  };
}
