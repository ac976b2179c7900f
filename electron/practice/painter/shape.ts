import { clamp } from './maths.ts';

export type Point = readonly [x: number, y: number];

/** A filled outline that can be taken row by row, with smooth edges. */
export interface Shape {
  readonly top: number;
  readonly bottom: number;
  /** Calls `visit` with every pixel that row `y` of the shape covers, and how much, 0 to 1. */
  row(y: number, visit: (x: number, cover: number) => void): void;
}

const samples = 4;

/** A polygon in pixels; pixels outside `width` are left out. Even-odd rule. */
export function createShape(points: readonly Point[], width: number): Shape {
  const top = Math.floor(Math.min(...points.map(([, y]) => y)));
  const bottom = Math.ceil(Math.max(...points.map(([, y]) => y)));
  const left = Math.max(0, Math.floor(Math.min(...points.map(([x]) => x))));
  const right = Math.min(width, Math.ceil(Math.max(...points.map(([x]) => x))));
  const covers = new Float32Array(Math.max(0, right - left) + 1);

  function crossings(y: number): number[] {
    const found: number[] = [];
    for (let i = 0; i < points.length; i++) {
      const [x0, y0] = points[i]!;
      const [x1, y1] = points[(i + 1) % points.length]!;
      if (y0 <= y !== y1 <= y) found.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0));
    }
    return found.sort((a, b) => a - b);
  }

  return {
    top,
    bottom,
    row(y, visit) {
      if (y < top || y > bottom) return;
      let low = width;
      let high = -1;
      for (let sample = 0; sample < samples; sample++) {
        const cuts = crossings(y + (sample + 0.5) / samples);
        for (let i = 0; i + 1 < cuts.length; i += 2) {
          const from = clamp(cuts[i]!, 0, width);
          const to = clamp(cuts[i + 1]!, 0, width);
          for (let x = Math.floor(from); x < to; x++) covers[x - left]! += (Math.min(to, x + 1) - Math.max(from, x)) / samples;
          if (to > from) {
            low = Math.min(low, Math.floor(from));
            high = Math.max(high, Math.ceil(to) - 1);
          }
        }
      }
      for (let x = low; x <= high; x++) {
        const cover = covers[x - left]!;
        covers[x - left] = 0;
        if (cover > 0) visit(x, Math.min(1, cover));
      }
    },
  };
}

/** A closed smooth outline through `points` (Catmull-Rom). */
export function curveThrough(points: readonly Point[], steps = 8): Point[] {
  const curve: Point[] = [];
  const at = (i: number): Point => points[(i + points.length) % points.length]!;
  for (let i = 0; i < points.length; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const along = (axis: 0 | 1): number =>
        0.5 *
        (2 * from[axis] +
          (to[axis] - before[axis]) * t +
          (2 * before[axis] - 5 * from[axis] + 4 * to[axis] - after[axis]) * t * t +
          (3 * from[axis] - before[axis] - 3 * to[axis] + after[axis]) * t * t * t);
      curve.push([along(0), along(1)]);
    }
  }
  return curve;
}

/** Carries points drawn with y upwards and the foot at (0, 0) to pixels: `size` pixels per 1, standing at (x, y). */
export const stand = (points: readonly Point[], x: number, y: number, size: number, mirrored = false): Point[] =>
  points.map(([px, py]) => [x + px * size * (mirrored ? -1 : 1), y - py * size]);
