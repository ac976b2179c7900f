import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours, shade, type Colour } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, lighten, put } from '../row.ts';

/** Sheets of paper cut out and laid over each other, a light behind the last one. */
export function* papercut(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const levels = random.whole(8, 11);
  const seed = random.between(0, 900);
  const opening = !mentions(canvas, 'map', 'topography', 'topographic', 'contour', 'terrain') && random.chance(0.8);
  const centre = { x: (width / unit) * random.between(0.42, 0.58), y: (height / unit) * random.between(0.4, 0.54) };
  const wobble = random.between(0.7, 1.15);
  const inward = random.chance(0.5);
  const [first, second, third, fourth, spark] = palette.accents;
  const order: readonly Colour[] = inward
    ? [palette.light, mixColours(spark, palette.light, 0.35), third, fourth, first, mixColours(first, second, 0.5), second, shade(second, -0.06), palette.ink]
    : [mixColours(palette.ink, second, 0.4), second, mixColours(first, second, 0.45), first, mixColours(first, third, 0.4), fourth, third, mixColours(third, palette.paper, 0.4), palette.paper];
  const colours = Array.from({ length: levels }, (_, i) => {
    const at = (i / (levels - 1)) * (order.length - 1);
    return mixColours(order[Math.floor(at)]!, order[Math.ceil(at)]!, at % 1);
  });

  /** Which sheet lies on top here; grows outwards from the opening. */
  const heightAt = (u: number, v: number): number => {
    if (!opening) {
      const warp = noise.fbm(u * 1.2 + seed, v * 1.2, 2);
      return (0.52 + 0.8 * noise.fbm(u * 1.5 + warp * 0.5 + seed, v * 1.5 + seed, 4)) * levels;
    }
    const away = Math.hypot((u - centre.x) * 0.95, v - centre.y);
    const warp = noise.fbm(u * 2.1 + seed, v * 2.1 + away * 2, 4);
    return (away * 1.5 + warp * 0.34 * wobble - 0.07) * levels;
  };
  yield;

  const dropX = 0.011;
  const dropY = 0.015;
  const sun = random.chance(0.5) && opening ? { x: (centre.x + random.between(-0.04, 0.04)) * unit, y: (centre.y - random.between(0.02, 0.06)) * unit, radius: unit * random.between(0.035, 0.06) } : null;

  return {
    finish: { grain: 0.011, vignette: 0.14 },
    row(y, pixels) {
      const v = y / unit;
      for (let x = 0; x < width; x++) {
        const u = x / unit;
        const here = heightAt(u, v);
        const slope = Math.hypot(heightAt(u + 1 / unit, v) - here, heightAt(u, v + 1 / unit) - here) + 1e-6;
        const level = clamp(Math.floor(here), 0, levels - 1);
        let colour = colours[level]!;
        const past = (here - level) / slope;
        if (level > 0 && past < 1) colour = mixColours(colours[level - 1]!, colour, clamp(past));
        put(pixels, x, colour);
        // Sheets above throw their shadow down here: sharp near the cut, soft farther in.
        const near = Math.floor(heightAt(u - dropX * 0.5, v - dropY * 0.5)) - level;
        const casting = heightAt(u - dropX * 1.3, v - dropY * 1.3) - level - 1;
        const soft = smooth(-0.28, 0.3, casting) * 0.75 + (near > 0 ? 0.25 : 0);
        if (soft > 0 && level < levels - 1) lighten(pixels, x, -soft * mix(0.13, 0.2, palette.dark ? 0 : 1) * (past < 1 && level > 0 ? clamp(past) : 1));
        if (past < 1.6 && level > 0) lighten(pixels, x, 0.05 * clamp(1.6 - past) * clamp(past));
        if (sun && level === 0) {
          const inside = clamp(sun.radius - Math.hypot(x - sun.x, y - sun.y) + 0.5);
          if (inside > 0) blend(pixels, x, inward ? spark : palette.light, inside);
        }
        lighten(pixels, x, noise.fbm(u * 52 + level * 7, v * 52, 2) * 0.014);
      }
    },
  };
}
