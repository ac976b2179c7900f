import type { Canvas, Painting } from '../canvas.ts';
import { mixColours, shade, type Colour } from '../colour.ts';
import { clamp, smooth } from '../maths.ts';
import { blend, lighten } from '../row.ts';
import { createSheet } from '../sheet.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Bands of ink that follow one current and never touch, on paper. */
export function* flow(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const paper = palette.paper;
  const sheet = yield* createSheet(width, height, paper);
  const seed = random.between(0, 500);
  const scale = random.between(0.7, 1.5);
  const swing = random.between(1.6, 3.4);
  const lean = random.between(0, 2 * Math.PI);
  const whirl = random.chance(0.45) ? { x: width * random.between(0.3, 0.7), y: height * random.between(0.3, 0.7), pull: random.pick([-1, 1]) * random.between(1.2, 2.6) } : null;
  const margin = unit * random.pick([0, 0.055, 0.07]);
  const widths = random.pick([[0.004, 0.008, 0.016, 0.034], [0.006, 0.012, 0.02], [0.003, 0.006, 0.022, 0.05]]).map((part) => part * unit);
  const gap = unit * random.between(0.0022, 0.0045);

  const heading = (x: number, y: number): number => {
    let angle = lean + noise.fbm((x / unit) * scale + seed, (y / unit) * scale + seed, 2) * swing;
    if (whirl) {
      const away = Math.hypot(x - whirl.x, y - whirl.y) / unit;
      angle += whirl.pull * Math.exp(-away * away * 9);
    }
    return angle;
  };

  // What is already covered, in cells a little smaller than the thinnest band and its gap.
  const cell = Math.max(1.5, unit * 0.0024);
  const columns = Math.ceil(width / cell) + 1;
  const taken = new Uint32Array(columns * (Math.ceil(height / cell) + 1));
  const inside = (x: number, y: number): boolean => x >= margin && y >= margin && x < width - margin && y < height - margin;

  function free(x: number, y: number, radius: number, band: number): boolean {
    const reach = radius + gap;
    for (let py = Math.max(0, y - reach); py <= y + reach; py += cell) {
      for (let px = Math.max(0, x - reach); px <= x + reach; px += cell) {
        if ((px - x) ** 2 + (py - y) ** 2 > reach * reach) continue;
        const owner = taken[Math.floor(py / cell) * columns + Math.floor(px / cell)];
        if (owner !== 0 && owner !== undefined && owner !== band) return false;
      }
    }
    return true;
  }

  function take(x: number, y: number, radius: number, band: number): void {
    for (let py = Math.max(0, y - radius); py <= Math.min(height - 1, y + radius); py += cell) {
      for (let px = Math.max(0, x - radius); px <= Math.min(width - 1, x + radius); px += cell) {
        if ((px - x) ** 2 + (py - y) ** 2 <= radius * radius) taken[Math.floor(py / cell) * columns + Math.floor(px / cell)] = band;
      }
    }
  }

  function trace(startX: number, startY: number, radius: number, band: number): Spot[] {
    const step = Math.max(1, Math.min(radius * 0.5, unit * 0.004));
    const half = (direction: 1 | -1, longest: number): Spot[] => {
      const spots: Spot[] = [];
      let x = startX;
      let y = startY;
      for (let gone = 0; gone < longest; gone += step) {
        if (!inside(x, y) || !free(x, y, radius, band)) break;
        spots.push({ x, y });
        const angle = heading(x, y);
        x += Math.cos(angle) * step * direction;
        y += Math.sin(angle) * step * direction;
      }
      return spots;
    };
    const longest = unit * random.between(0.15, 0.7);
    return [...half(-1, longest).reverse(), ...half(1, longest).slice(1)];
  }

  const inks: Colour[] = [...palette.accents, palette.accents[0], palette.accents[1], palette.ink];
  const regions = random.between(0, 100);
  const inkAt = (x: number, y: number): Colour => {
    const place = noise((x / unit) * 1.3 + regions, (y / unit) * 1.3);
    return random.chance(0.4) ? random.pick(inks) : inks[Math.floor(clamp(0.5 + place * 0.8) * 0.999 * 4)]!;
  };

  let band = 0;
  for (const [size, thickness] of widths.slice().sort((a, b) => b - a).entries()) {
    const tries = Math.min(5200, Math.round(((width * height) / (thickness * unit * 0.05)) * (size === 0 ? 0.4 : 1.1)));
    for (let attempt = 0; attempt < tries; attempt++) {
      if (attempt % 8 === 0) yield;
      const x = random.between(margin, width - margin);
      const y = random.between(margin, height - margin);
      const radius = (thickness / 2) * random.between(0.75, 1.15);
      if (!free(x, y, radius, 0)) continue;
      band += 1;
      const spots = trace(x, y, radius, band);
      if (spots.length * radius < unit * 0.006 || spots.length < 8) continue;
      const ink = inkAt(x, y);
      const dry = random.between(0, 100);
      for (const [i, spot] of spots.entries()) {
        const tone = noise(i * 0.03 + dry, dry) * 0.025;
        sheet.dab(spot.x, spot.y, radius, shade(ink, tone), 1);
        take(spot.x, spot.y, radius, band);
        if (i % 8 === 0) yield;
      }
    }
  }

  const worn = mixColours(paper, palette.ink, 0.15);
  return {
    finish: { grain: 0.012, vignette: 0.1 },
    row(y, pixels) {
      sheet.row(y, pixels);
      for (let x = 0; x < width; x++) {
        const fibre = noise.fbm((x / unit) * 38, (y / unit) * 38, 3);
        lighten(pixels, x, fibre * 0.016);
        blend(pixels, x, worn, 0.1 * smooth(0.25, 0.6, fibre));
      }
    },
  };
}
