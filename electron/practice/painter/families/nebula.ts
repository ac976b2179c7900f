import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { lch, mixColours, saturate } from '../colour.ts';
import { clamp, smooth } from '../maths.ts';
import { blend, createRamp, glow, lighten, put } from '../pixels.ts';
import { createStars } from '../stars.ts';

/** Glowing clouds of gas, dust before them, stars; sometimes a planet. */
export function* nebula(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const stars = createStars(canvas, 2.2);
  const [first, second, third, fourth, spark] = palette.accents;
  const depth = lch(0.075, 0.03, palette.hue ?? 265);
  const gas = createRamp([
    [0, depth],
    [0.26, mixColours(depth, saturate(first, 1.1), 0.4)],
    [0.48, saturate(mixColours(first, second, 0.5), 1.15)],
    [0.66, saturate(third, 1.1)],
    [0.84, mixColours(fourth, spark, 0.55)],
    [1, mixColours(spark, palette.light, 0.75)],
  ]);
  const seed = random.between(0, 900);
  const turn = random.between(0, Math.PI);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const centre = { x: (width / unit) * random.between(0.34, 0.66), y: (height / unit) * random.between(0.34, 0.66) };
  const planetary = mentions(canvas, 'planet', 'moon', 'saturn', 'earth', 'jupiter', 'mars', 'astronaut');
  const planet = planetary || random.chance(0.25)
    ? { x: width * random.between(0.2, 0.8), y: height * random.between(0.2, 0.8), radius: unit * random.between(planetary ? 0.14 : 0.06, planetary ? 0.26 : 0.13) }
    : null;
  const lightAngle = Math.atan2(centre.y * unit - (planet?.y ?? 0), centre.x * unit - (planet?.x ?? 0));
  const ground = createRamp([[0, mixColours(depth, second, 0.35)], [0.45, second], [0.7, third], [1, mixColours(fourth, palette.light, 0.3)]]);
  yield;

  function paintPlanet(x: number, y: number, pixels: Float32Array): void {
    if (!planet) return;
    const dx = (x - planet.x) / planet.radius;
    const dy = (y - planet.y) / planet.radius;
    const r2 = dx * dx + dy * dy;
    const rim = Math.sqrt(r2);
    const facing = dx * Math.cos(lightAngle) + dy * Math.sin(lightAngle);
    if (rim > 1) {
      const air = Math.exp(-(rim - 1) * 24) * smooth(-0.3, 0.9, facing);
      if (air > 0.01) glow(pixels, x, mixColours(third, palette.light, 0.5), air * 0.55);
    }
    const cover = clamp((1 - rim) * planet.radius + 0.5);
    if (cover <= 0) return;
    const z = Math.sqrt(Math.max(0, 1 - r2));
    const bands = noise.fbm(dx * 0.8 + seed, (dy + dx * 0.35) * 5 / (0.5 + 0.5 * z) + noise.fbm(dx * 2 + seed, dy * 2, 3) * 0.9, 4);
    const day = smooth(-0.35, 1.05, facing * 0.9 + z * 0.45);
    blend(pixels, x, mixColours(depth, ground.at(0.5 + bands * 0.75), day ** 1.3 * 0.96), cover);
  }

  return {
    finish: { grain: 0.012, vignette: 0.3 },
    row(y, pixels) {
      const v0 = y / unit;
      for (let x = 0; x < width; x++) {
        const u0 = x / unit;
        const u = u0 * cos - v0 * sin;
        const v = u0 * sin + v0 * cos;
        const warpX = noise.fbm(u * 1.5 + seed, v * 1.5, 3);
        const warpY = noise.fbm(u * 1.5, v * 1.5 + seed, 3);
        const cloud = noise.fbm(u * 1.7 + warpX * 1.5, v * 2.1 + warpY * 1.5 + seed, 6);
        const veil = noise.ridged(u * 1.3 + warpY * 1.1 + seed, v * 1.3 + warpX * 1.1, 5);
        const far = Math.hypot(u0 - centre.x, v0 - centre.y);
        const heart = Math.exp(-far * far * 7);
        const body = Math.exp(-far * far * 2.3);
        const density = clamp((0.28 + cloud * 0.85) * (0.3 + 0.85 * body) + veil * 0.36 * body + heart * 0.3 - 0.12);
        const dust = smooth(0.1, 0.55, noise.fbm(u * 2.3 - warpX * 1.8 + 50, v * 2.3 + warpY * 1.2 + seed, 5) + 0.12) * body;
        put(pixels, x, gas.at(density * (1 - dust * 0.62)));
        lighten(pixels, x, heart * heart * 0.06 * (1 - dust));
      }
      stars.row(y, pixels, 0.95, planet);
      for (let x = 0; x < width; x++) paintPlanet(x, y, pixels);
    },
  };
}
