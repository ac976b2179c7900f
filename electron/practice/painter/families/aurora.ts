import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { lch, mixColours } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, createRamp, glow, put } from '../row.ts';
import { namedFigure } from '../staffage.ts';
import { createStars } from '../stars.ts';
import { pines } from '../trees.ts';

/** Curtains of light over a dark shore, and their image in still water. */
export function* aurora(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const shore = Math.round(height * random.between(0.72, 0.82));
  const [zenith, middle, low] = palette.sky;
  const sky = createRamp([[0, zenith], [0.6, middle], [1, mixColours(middle, low, 0.35)]]);
  const stars = createStars(canvas, 1.3);
  const hue = palette.hue !== null && palette.dark ? (palette.name === 'midnight' ? 160 : palette.hue) : 160;
  const foot = lch(0.9, 0.17, hue);
  const body = lch(0.72, 0.17, hue + 12);
  const crown = lch(0.52, 0.2, hue + random.pick([140, 160, -60]));
  const curtains = Array.from({ length: random.whole(2, 3) }, (_, i) => ({
    seed: random.between(0, 500),
    base: shore * mix(0.74, 0.4, i / 2) + unit * random.between(-0.04, 0.04),
    sway: unit * random.between(0.26, 0.42),
    tall: unit * random.between(0.2, 0.36),
    strength: random.between(0.9, 1.25) * mix(1, 0.7, i / 2),
  }));

  const hills = new Float32Array(width);
  const bank = new Float32Array(width);
  const seed = random.between(0, 100);
  for (let x = 0; x < width; x++) {
    const u = x / unit;
    hills[x] = shore - unit * (0.05 + 0.1 * noise.ridged(u * 1.3 + seed, seed, 5) - 0.03);
    bank[x] = shore - unit * (0.008 + 0.03 * Math.max(0, noise.fbm(u * 1.6 + seed, 8, 3) + 0.1));
  }
  pines(bank, canvas, unit * 0.055, 0.75);
  yield;

  const figure = namedFigure(canvas, { x: width * random.between(0.3, 0.7), y: shore + unit * 0.004, colour: palette.near });
  const hillColour = mixColours(palette.near, middle, 0.35);
  const mirrored = new Map<number, Float32Array>();
  const calm = mentions(canvas, 'snow', 'ice') ? 0.4 : 1;

  function paintSky(y: number, pixels: Float32Array): void {
    for (let x = 0; x < width; x++) {
      const u = x / unit;
      sky.put(pixels, x, y / shore + noise(u, y / unit) * 0.04);
      for (const curtain of curtains) {
        const fold = noise.fbm(u * 1.15 + curtain.seed + (y / unit) * 0.12, curtain.seed, 3);
        // The curtain hangs in folds: its columns are compressed where the band turns away.
        const along = u * 5 + fold * 6 + noise(u * 3, y / unit * 0.6 + curtain.seed) * 0.25;
        const edge = curtain.base + fold * curtain.sway + noise(along * 1.1, curtain.seed) * unit * 0.018;
        const above = (edge - y) / (curtain.tall * (0.6 + 0.6 * smooth(-0.6, 0.6, noise(along * 0.5, 3 + curtain.seed))));
        if (above < -0.2 || above > 2.5) continue;
        const rays = 0.5 + 0.5 * noise.fbm(along * 2.6, 11 + curtain.seed, 3) * 1.7;
        const rise = smooth(-0.2, 0.1, above) * Math.exp(-Math.max(0, above) * 2.3);
        const light = clamp(rise * curtain.strength * (0.16 + 0.95 * clamp(rays)) * (0.22 + 0.95 * smooth(-0.5, 0.3, noise(u * 1.1, curtain.seed + 40))));
        if (light < 0.004) continue;
        const colour = above < 0.25 ? mixColours(foot, body, clamp(above / 0.25)) : mixColours(body, crown, clamp((above - 0.25) / 0.9));
        glow(pixels, x, colour, light * 0.85);
      }
    }
    stars.row(y, pixels, 0.85 * smooth(shore * 1.02, shore * 0.6, y));
  }

  return {
    finish: { grain: 0.013, vignette: 0.22 },
    row(y, pixels) {
      if (y < shore) {
        paintSky(y, pixels);
        for (let x = 0; x < width; x++) {
          const hill = clamp(y - hills[x]! + 0.5);
          if (hill > 0) blend(pixels, x, mixColours(hillColour, low, 0.12 * smooth(0, 0.1, (y - hills[x]!) / unit)), hill);
          const wood = clamp(y - bank[x]! + 0.5);
          if (wood > 0) blend(pixels, x, palette.near, wood);
        }
        if (y >= shore - (height - shore) * 2.6) mirrored.set(y, pixels.slice());
      } else {
        const away = (y - shore) / (height - shore);
        const source = mirrored.get(Math.max(0, Math.round(shore - 1 - (y - shore) * 2.4)));
        for (let x = 0; x < width && source; x++) {
          const wave = noise((x / unit) * 4, (y / unit) * mix(150, 45, away)) * unit * mix(0.001, 0.01, away) * calm;
          const from = Math.round(clamp(x + wave, 0, width - 1)) * 3;
          put(pixels, x, [source[from]! * 0.86 + 0.015, source[from + 1]! * 0.9, source[from + 2]! * 0.9]);
        }
      }
      for (const thing of figure) thing.row(y, pixels);
    },
  };
}
