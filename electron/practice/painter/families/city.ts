import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { lch, mixColours, saturate, shade, type Colour } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, glow, put } from '../row.ts';
import { bloom, createSky } from '../sky.ts';
import { hashOf } from '../random.ts';

interface House {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly seed: number;
  /** Part of its windows that are lit. */
  readonly lit: number;
  readonly windowWide: number;
  readonly windowTall: number;
}

interface Block {
  readonly houses: readonly House[];
  /** For every column the house that stands there, or -1. */
  readonly at: Int16Array;
  readonly colour: Colour;
  readonly nearness: number;
}

/** A skyline in several depths of haze, windows lit one by one, over water that holds its light. */
export function* city(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, random, noise } = canvas;
  const quay = Math.round(height * random.between(0.76, 0.84));
  const disc = { x: width * random.between(0.22, 0.78), y: quay * random.between(0.3, 0.62), radius: unit * random.between(0.06, 0.12) };
  const sky = createSky(canvas, { horizon: quay * 1.05, disc, clouds: random.between(0.1, 0.5), stars: palette.dark });
  const haze = mixColours(palette.sky[2], palette.far, 0.35);
  const neon = mentions(canvas, 'neon', 'cyberpunk', 'tokyo', 'future', 'synthwave');
  const lamps: Colour[] = [
    mixColours(palette.light, lch(0.85, 0.12, 75), 0.65),
    lch(0.9, 0.08, 85),
    ...(neon ? [saturate(palette.accents[0], 1.2), saturate(palette.accents[3], 1.2), lch(0.8, 0.12, 200)] : [palette.accents[4]]),
  ];
  const count = 4;

  const blocks: Block[] = [];
  for (let i = 0; i < count; i++) {
    const nearness = i / (count - 1);
    const houses: House[] = [];
    const at = new Int16Array(width).fill(-1);
    const tall = unit * mix(0.42, 0.3, nearness);
    const profile = random.between(0, 100);
    for (let left = -unit * 0.02; left < width; ) {
      const wide = unit * random.between(0.025, 0.075) * mix(0.7, 1.25, nearness);
      const rise = 0.35 + 0.65 * smooth(-0.5, 0.7, noise((left / unit) * 1.7 + profile, i * 9)) + 0.25 * (random() - 0.5);
      const tower = random.chance(0.08) ? 1.45 : 1;
      const house: House = {
        left,
        right: left + wide,
        top: quay - tall * rise * tower,
        seed: random.whole(0, 1e9),
        lit: palette.dark ? random.between(0.2, 0.55) : random.between(0.05, 0.28),
        windowWide: unit * random.between(0.0062, 0.0085) * mix(0.8, 1.3, nearness),
        windowTall: unit * random.between(0.0085, 0.0125) * mix(0.8, 1.3, nearness),
      };
      for (let x = Math.max(0, Math.round(left)); x < Math.min(width, Math.round(left + wide)); x++) at[x] = houses.length;
      houses.push(house);
      if (random.chance(0.4)) {
        // A setback or a mast on the roof.
        const inset = wide * random.between(0.2, 0.42);
        const mast = random.chance(0.35);
        const half = mast ? unit * 0.0016 : wide / 2 - inset;
        const top = house.top - tall * random.between(0.05, mast ? 0.22 : 0.12);
        const centre = left + wide / 2;
        houses.push({ ...house, left: centre - half, right: centre + half, top, lit: mast ? 0 : house.lit });
        for (let x = Math.max(0, Math.round(centre - half)); x < Math.min(width, Math.round(centre + half)); x++) at[x] = houses.length - 1;
      }
      left += wide * random.between(0.92, nearness > 0.8 ? 1.5 : 1.1);
    }
    blocks.push({ houses, at, nearness, colour: mixColours(mixColours(haze, palette.far, 0.5), palette.near, nearness ** 0.8) });
    yield;
  }

  function paintHouse(house: House, x: number, y: number, block: Block, pixels: Float32Array): void {
    const fog = (1 - block.nearness) * 0.55 * smooth(0, 0.42, (y - house.top) / unit) + 0.12 * (1 - block.nearness);
    const sunny = clamp(1 - Math.abs(x - (disc.x < house.left ? house.left : house.right)) / (unit * 0.012)) * 0.05;
    put(pixels, x, mixColours(shade(block.colour, sunny), haze, fog));
    const column = Math.floor((x - house.left) / house.windowWide);
    const floor = Math.floor((y - house.top) / house.windowTall);
    const within = (x - house.left) / house.windowWide - column;
    const down = (y - house.top) / house.windowTall - floor;
    if (floor < 1 || x < house.left + unit * 0.003 || x > house.right - unit * 0.003) return;
    const dice = hashOf(`${house.seed},${column},${floor}`) / 2 ** 32;
    const busy = house.lit * (0.45 + 0.9 * smooth(-0.4, 0.5, noise(floor * 0.5, house.seed % 997)));
    if (dice > busy) return;
    const edgeX = smooth(0.16, 0.3, within) * smooth(0.9, 0.76, within);
    const edgeY = smooth(0.2, 0.34, down) * smooth(0.86, 0.72, down);
    const lamp = lamps[Math.floor((dice / Math.max(0.001, busy)) * lamps.length * 0.999)]!;
    blend(pixels, x, lamp, edgeX * edgeY * mix(0.5, 0.92, block.nearness) * (0.5 + 0.5 * (dice * 977 % 1)));
  }

  const mirrored = new Map<number, Float32Array>();
  return {
    finish: { grain: 0.013, vignette: 0.22 },
    row(y, pixels) {
      if (y < quay) {
        sky.row(y, pixels);
        for (const block of blocks) {
          for (let x = 0; x < width; x++) {
            const index = block.at[x]!;
            const house = index < 0 ? undefined : block.houses[index];
            if (house && y >= house.top) paintHouse(house, x, y, block, pixels);
          }
          if (block.nearness < 1) for (let x = 0; x < width; x++) bloom(pixels, x, y, disc, sky.warmth, 0.12);
        }
        if (y >= quay - (height - quay) * 2.2) mirrored.set(y, pixels.slice());
        return;
      }
      const away = (y - quay) / (height - quay);
      const deep = mixColours(palette.near, palette.sky[0], 0.3);
      for (let x = 0; x < width; x++) {
        const wave = noise.fbm((x / unit) * 2.5, (y / unit) * mix(120, 50, away), 2);
        const tall = noise((x / unit) * 9, (y / unit) * 60) * unit * 0.014;
        const source = mirrored.get(Math.max(0, Math.round(quay - 1 - Math.abs((y - quay) * 2 + tall * away))));
        if (!source) continue;
        const from = Math.round(clamp(x + wave * unit * mix(0.003, 0.02, away), 0, width - 1)) * 3;
        put(pixels, x, mixColours([source[from]!, source[from + 1]!, source[from + 2]!], deep, mix(0.25, 0.6, away)));
        const shimmer = smooth(0.1, 0.5, wave);
        if (shimmer > 0) glow(pixels, x, haze, shimmer * 0.1);
      }
    },
  };
}
