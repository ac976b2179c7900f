import type { Colour } from './colour.ts';
import { clamp } from './maths.ts';

/** Pixels of one row in OKLab, three numbers each. `pixel` is the index of a pixel. */
export type Pixels = Float32Array;

export function put(pixels: Pixels, pixel: number, colour: Colour): void {
  const at = pixel * 3;
  pixels[at] = colour[0];
  pixels[at + 1] = colour[1];
  pixels[at + 2] = colour[2];
}

/** Lays `colour` over the pixel; `cover` 0 to 1. */
export function blend(pixels: Pixels, pixel: number, colour: Colour, cover: number): void {
  const at = pixel * 3;
  pixels[at]! += (colour[0] - pixels[at]!) * cover;
  pixels[at + 1]! += (colour[1] - pixels[at + 1]!) * cover;
  pixels[at + 2]! += (colour[2] - pixels[at + 2]!) * cover;
}

/** Adds light of `colour`. Bright pixels gain less, so that no hard edge appears where they reach white. */
export function glow(pixels: Pixels, pixel: number, colour: Colour, strength: number): void {
  const at = pixel * 3;
  const room = (1 - pixels[at]!) * strength;
  pixels[at]! += colour[0] * room;
  pixels[at + 1]! += (colour[1] - pixels[at + 1]! * 0.5) * room;
  pixels[at + 2]! += (colour[2] - pixels[at + 2]! * 0.5) * room;
}

/** Makes the pixel lighter (positive) or darker. */
export function lighten(pixels: Pixels, pixel: number, delta: number): void {
  pixels[pixel * 3]! += delta;
}

/** A smooth row of colours. */
export interface Ramp {
  /** The colour at `t`, 0 to 1, clamped. */
  at(t: number): Colour;
  put(pixels: Pixels, pixel: number, t: number): void;
}

const rampSteps = 1024;

/** A ramp through `stops`, each `[position 0 to 1, colour]`, in order. The transitions are eased, so that no stop shows as a band. */
export function createRamp(stops: readonly (readonly [number, Colour])[]): Ramp {
  const colours: Colour[] = [];
  let next = 0;
  for (let step = 0; step <= rampSteps; step++) {
    const t = step / rampSteps;
    while (next < stops.length && stops[next]![0] <= t) next++;
    const [fromAt, from] = stops[Math.max(0, next - 1)]!;
    const [toAt, to] = stops[Math.min(next, stops.length - 1)]!;
    const u = toAt > fromAt ? clamp((t - fromAt) / (toAt - fromAt)) : 0;
    const eased = u + (u * u * (3 - 2 * u) - u) * 0.6;
    colours.push([from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased, from[2] + (to[2] - from[2]) * eased]);
  }
  const at = (t: number): Colour => colours[Math.round(clamp(t) * rampSteps)]!;
  return {
    at,
    put: (pixels, pixel, t) => put(pixels, pixel, at(t)),
  };
}
