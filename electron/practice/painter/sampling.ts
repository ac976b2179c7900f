import type { Pixels } from './row.ts';

/** Writes the colour at (x, y), in pixels, to `out` and returns what it belongs to: a number that changes at edges. */
export type Sample = (x: number, y: number, out: Float32Array) => number;

/** Where the four further samples of an edge pixel lie: a turned square, so that steep and flat edges are both smooth. */
const offsets = [[-0.38, -0.12], [0.12, -0.38], [0.38, 0.12], [-0.12, 0.38]] as const;

/** Takes rows by one sample a pixel, and by four more where something begins or ends. */
export function createSampler(width: number, sample: Sample): (y: number, pixels: Pixels) => void {
  const out = new Float32Array(3);
  const above = new Int32Array(width).fill(-1);
  return (y, pixels) => {
    let left = -1;
    for (let x = 0; x < width; x++) {
      const id = sample(x, y, out);
      if ((left !== id && x > 0) || (above[x] !== id && y > 0)) {
        let [l, a, b] = [out[0]!, out[1]!, out[2]!];
        for (const [dx, dy] of offsets) {
          sample(x + dx, y + dy, out);
          l += out[0]!;
          a += out[1]!;
          b += out[2]!;
        }
        out[0] = l / 5;
        out[1] = a / 5;
        out[2] = b / 5;
      }
      pixels.set(out, x * 3);
      left = id;
      above[x] = id;
    }
  };
}
