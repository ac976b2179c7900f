import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, createRamp, put } from '../pixels.ts';
import { createSky } from '../sky.ts';

/** Open water to the horizon with a path of light, sometimes an island. */
export function* sea(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const horizon = Math.round(height * random.between(0.44, 0.6));
  const radius = unit * random.between(0.04, 0.085);
  const disc = { x: width * random.between(0.24, 0.76), y: horizon - radius * random.between(-0.35, 4), radius };
  const sky = createSky(canvas, { horizon, disc, clouds: random.between(0.35, 0.9), stars: palette.dark });
  const [zenith, middle, low] = palette.sky;
  const deep = mixColours(palette.near, zenith, palette.dark ? 0.2 : 0.35);
  const mirror = createRamp([[0, mixColours(low, middle, 0.15)], [0.4, mixColours(middle, deep, 0.25)], [1, deep]]);
  const glitter = mixColours(palette.light, low, 0.15);
  const storm = mentions(canvas, 'storm', 'wave', 'surf', 'stormy', 'tsunami') ? 1.7 : random.between(0.7, 1.15);

  const island = mentions(canvas, 'island', 'coast', 'bay', 'lighthouse', 'harbour') || random.chance(0.55);
  const islandSeed = random.between(0, 100);
  const crest = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const u = x / unit;
    const body = noise.fbm(u * 1.1 + islandSeed, 3, 2) + 0.05;
    const rock = noise.fbm(u * 5 + islandSeed, 7, 5);
    crest[x] = horizon - Math.max(0, body * 0.2 + rock * 0.035 * smooth(0, 0.2, body)) * unit;
  }
  yield;

  const islandColour = mixColours(palette.far, palette.near, palette.dark ? 0.75 : 0.5);

  const paintWater = (y: number, pixels: Float32Array): void => {
    const p = (y + 0.5 - horizon) / unit;
    const away = clamp((y - horizon) / (height - horizon));
    const v = Math.log(p + 0.012) * 11;
    const spread = 0.42 / (p + 0.07);
    for (let x = 0; x < width; x++) {
      const u = ((x - width / 2) / unit) * spread;
      const swell = noise(u * 0.9 + 7, v * 0.55);
      const ripple = noise.fbm(u * 2.1 + swell * 0.4, v * 1.5, 4);
      const tilt = (ripple + swell * 0.55) * storm;
      const reach = Math.abs(x - disc.x) / unit;
      mirror.put(pixels, x, away ** 0.75 * 0.95 + tilt * mix(0.12, 0.3, away));
      const path = reach / ((radius / unit) * (0.75 + 2.2 * away) + 0.004);
      const gleam = smooth(0.02, 0.45, tilt + 0.42 - path * 0.36 - away * 0.2);
      if (gleam > 0) blend(pixels, x, glitter, gleam * mix(0.95, 0.75, away) * smooth(4.5, 0.4, path));
      // Far water melts into the haze at the horizon.
      blend(pixels, x, low, 0.55 * Math.exp(-p * 60));
    }
  };

  return {
    finish: { grain: 0.011, vignette: 0.2 },
    row(y, pixels) {
      if (y < horizon) sky.row(y, pixels);
      else paintWater(y, pixels);
      if (island) {
        for (let x = 0; x < width; x++) {
          const above = y - crest[x]! + 0.5;
          if (above <= 0) continue;
          if (y < horizon) {
            const lit = mixColours(islandColour, low, 0.35 * smooth(0, 0.09, (y - crest[x]!) / unit));
            if (above < 1) blend(pixels, x, lit, above);
            else put(pixels, x, lit);
          } else if (crest[x]! < horizon) {
            const depth = (y - horizon) / Math.max(1, (horizon - crest[x]!) * 0.9);
            blend(pixels, x, islandColour, 0.55 * clamp(1 - depth) * (0.7 + 0.5 * noise(x / unit * 8, y / unit * 120)));
          }
        }
      }
    },
  };
}
