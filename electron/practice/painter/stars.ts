import type { Canvas } from './canvas.ts';
import { lch, type Colour } from './colour.ts';
import { glow, type Pixels } from './pixels.ts';

interface Star {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly strength: number;
  readonly colour: Colour;
}

export interface Stars {
  /** Adds the stars that touch row `y`; `strength` 0 to 1. Stars behind `hiding` are left out. */
  row(y: number, pixels: Pixels, strength: number, hiding?: { readonly x: number; readonly y: number; readonly radius: number } | null): void;
}

const tints = [lch(0.98, 0.03, 250), lch(0.98, 0.01, 90), lch(0.96, 0.05, 75), lch(0.97, 0.04, 230)];

/** A field of stars: very many faint ones, a few bright ones. `density` 1: about 900 on a square. */
export function createStars({ width, height, unit, random }: Canvas, density: number): Stars {
  const byRow = new Map<number, Star[]>();
  const count = Math.round((900 * density * width * height) / (unit * unit));
  for (let i = 0; i < count; i++) {
    const bright = random() ** 9;
    const radius = unit * (0.0007 + 0.0016 * bright) + 0.35;
    const star: Star = { x: random() * width, y: random() * height, radius, strength: 0.22 + 0.75 * Math.sqrt(bright), colour: random.pick(tints) };
    const reach = Math.ceil(radius * 4);
    for (let y = Math.floor(star.y) - reach; y <= star.y + reach; y++) {
      const row = byRow.get(y);
      if (row) row.push(star);
      else byRow.set(y, [star]);
    }
  }
  return {
    row(y, pixels, strength, hiding = null) {
      for (const star of byRow.get(y) ?? []) {
        if (hiding && Math.hypot(star.x - hiding.x, star.y - hiding.y) < hiding.radius * 2) continue;
        const reach = Math.ceil(star.radius * 4);
        for (let x = Math.max(0, Math.floor(star.x) - reach); x <= Math.min(width - 1, star.x + reach); x++) {
          const distance = Math.hypot(x - star.x, y - star.y) / star.radius;
          const light = star.strength * strength * (Math.exp(-distance * distance) + 0.12 * Math.exp(-distance));
          if (light > 0.006) glow(pixels, x, star.colour, Math.min(0.97, light));
        }
      }
    },
  };
}
