import type { Canvas } from './canvas.ts';
import { mixColours, type Colour } from './colour.ts';
import { clamp, smooth } from './maths.ts';
import { blend, createRamp, glow, type Pixels } from './pixels.ts';
import { createStars } from './stars.ts';

/** Sun or moon, in pixels. */
export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface SkyPlan {
  /** Row at which the sky's gradient ends. */
  readonly horizon: number;
  readonly disc: Disc | null;
  /** 0 none, 1 overcast. */
  readonly clouds: number;
  readonly stars: boolean;
}

export interface Sky {
  /** Fills a row; beyond the horizon the gradient stands still. */
  row(y: number, pixels: Pixels): void;
  /** The light's colour, as it falls on clouds and crests. */
  readonly warmth: Colour;
}

/** How the sun's disc covers a pixel at this distance from its centre; a soft edge of about two pixels. */
const discCover = (disc: Disc, distance: number): number => clamp((disc.radius - distance) / 2 + 0.5);

export function createSky(canvas: Canvas, plan: SkyPlan): Sky {
  const { width, unit, palette, noise, random } = canvas;
  const [zenith, middle, horizon] = palette.sky;
  const ramp = createRamp([[0, zenith], [random.between(0.45, 0.62), middle], [1, horizon]]);
  const { disc } = plan;
  const warmth = mixColours(palette.light, horizon, 0.35);
  const cloudLit = mixColours(palette.light, horizon, 0.25);
  const cloudShade = mixColours(middle, palette.far, 0.45);
  const stars = plan.stars ? createStars(canvas, 0.9) : null;
  const drift = random.between(0, 50);
  const stretch = random.between(3.2, 5.5);

  return {
    warmth,
    row(y, pixels) {
      const height = clamp(y / plan.horizon);
      const v = y / unit;
      const dy = disc ? y - disc.y : 0;
      const cloudBand = plan.clouds * smooth(0.05, 0.45, height) * smooth(1.02, 0.7, height);
      for (let x = 0; x < width; x++) {
        const u = x / unit;
        // A slow wave keeps the gradient from looking ruled.
        ramp.put(pixels, x, height + noise(u * 1.3 + drift, v * 0.9) * 0.05);
        if (cloudBand > 0) {
          const shape = noise.fbm(u * 1.5 + drift, v * stretch + noise(u * 2, v * 3) * 0.15, 5);
          const cover = smooth(-0.05, 0.4, shape + (plan.clouds - 0.5) * 0.35) * Math.min(1, cloudBand * 1.3);
          if (cover > 0.003) {
            const below = noise.fbm(u * 1.5 + drift, (v + 0.018) * stretch, 3);
            blend(pixels, x, mixColours(cloudShade, cloudLit, clamp(0.6 + (below - shape) * 2.2)), cover * 0.85);
          }
        }
        if (disc) {
          const distance = Math.hypot(x - disc.x, dy);
          const near = distance / disc.radius;
          const halo = 0.5 * Math.exp(-near * 0.55) + 0.24 * Math.exp(-near * 0.13);
          if (halo > 0.004) blend(pixels, x, warmth, halo * 0.9);
          blend(pixels, x, palette.light, discCover(disc, distance));
        }
      }
      if (stars) stars.row(y, pixels, (1 - height) * 0.9 + 0.1, disc);
    },
  };
}

/** Light of the sky on the ground around the disc. */
export function bloom(pixels: Pixels, x: number, y: number, disc: Disc, warmth: Colour, strength: number): void {
  const near = Math.hypot(x - disc.x, y - disc.y) / disc.radius;
  const amount = strength * Math.exp(-near * 0.22);
  if (amount > 0.004) glow(pixels, x, warmth, amount);
}
