import type { Random } from './random.ts';

/** Smooth gradient noise, about -1 to 1, and what is built from it. */
export interface Noise {
  (x: number, y: number): number;
  /** Sum of octaves, each half as strong and twice as fine; about -1 to 1. */
  fbm(x: number, y: number, octaves: number): number;
  /** Sharp crests, 0 to 1. */
  ridged(x: number, y: number, octaves: number): number;
}

const turn = { cos: Math.cos(0.7), sin: Math.sin(0.7) };

export function createNoise(random: Random): Noise {
  const permutation = new Uint8Array(512);
  const gradientX = new Float32Array(256);
  const gradientY = new Float32Array(256);
  for (let i = 0; i < 256; i++) {
    permutation[i] = i;
    const angle = random.between(0, 2 * Math.PI);
    gradientX[i] = Math.cos(angle) * 1.5;
    gradientY[i] = Math.sin(angle) * 1.5;
  }
  for (let i = 255; i > 0; i--) {
    const j = random.whole(0, i);
    const swapped = permutation[i]!;
    permutation[i] = permutation[j]!;
    permutation[j] = swapped;
  }
  permutation.copyWithin(256, 0, 256);

  function noise(x: number, y: number): number {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const u = x - cellX;
    const v = y - cellY;
    const left = cellX & 255;
    const right = (left + 1) & 255;
    const top = cellY & 255;
    const a = permutation[permutation[left]! + top]!;
    const b = permutation[permutation[right]! + top]!;
    const c = permutation[permutation[left]! + top + 1]!;
    const d = permutation[permutation[right]! + top + 1]!;
    const fadeU = u * u * u * (u * (u * 6 - 15) + 10);
    const fadeV = v * v * v * (v * (v * 6 - 15) + 10);
    const upper0 = gradientX[a]! * u + gradientY[a]! * v;
    const upper1 = gradientX[b]! * (u - 1) + gradientY[b]! * v;
    const lower0 = gradientX[c]! * u + gradientY[c]! * (v - 1);
    const lower1 = gradientX[d]! * (u - 1) + gradientY[d]! * (v - 1);
    const upper = upper0 + (upper1 - upper0) * fadeU;
    return upper + (lower0 + (lower1 - lower0) * fadeU - upper) * fadeV;
  }

  function fbm(x: number, y: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    for (let octave = 0; octave < octaves; octave++) {
      sum += weight * noise(x, y);
      weight *= 0.5;
      const turned = (x * turn.cos - y * turn.sin) * 2.03 + 17.1;
      y = (x * turn.sin + y * turn.cos) * 2.03 + 9.7;
      x = turned;
    }
    return sum;
  }

  function ridged(x: number, y: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    let before = 1;
    for (let octave = 0; octave < octaves; octave++) {
      const crest = 1 - Math.abs(noise(x, y));
      const sharp = crest * crest * before;
      before = sharp;
      sum += weight * sharp;
      weight *= 0.5;
      const turned = (x * turn.cos - y * turn.sin) * 2.03 + 17.1;
      y = (x * turn.sin + y * turn.cos) * 2.03 + 9.7;
      x = turned;
    }
    return sum;
  }

  return Object.assign(noise, { fbm, ridged });
}
