import { paintPng } from '../../../support/paint-png.ts';
import { readPng } from '../../practice/read-png.ts';

/** Red, green and blue, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: ArrayLike<number>;
}

export const painted = async (prompt: string, index = 0): Promise<Pixels> => readPng(await paintPng({ prompt, index, width: 320, height: 256 }));

const clamped = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

function made(width: number, height: number, valueAt: (x: number, y: number, channel: number) => number): Pixels {
  return { width, height, pixels: Uint8Array.from({ length: width * height * 3 }, (_, at) => clamped(valueAt(Math.floor(at / 3) % width, Math.floor(at / 3 / width), at % 3))) };
}

/** Each pixel is the mean of the pixels that it covers. */
export function scaled({ width, height, pixels }: Pixels, toWidth: number, toHeight: number): Pixels {
  const [stepX, stepY] = [width / toWidth, height / toHeight];
  return made(toWidth, toHeight, (x, y, channel) => {
    let [sum, area] = [0, 0];
    for (let row = Math.floor(y * stepY); row < Math.min(height, (y + 1) * stepY); row += 1) {
      const tall = Math.min(row + 1, (y + 1) * stepY) - Math.max(row, y * stepY);
      for (let column = Math.floor(x * stepX); column < Math.min(width, (x + 1) * stepX); column += 1) {
        const covered = tall * (Math.min(column + 1, (x + 1) * stepX) - Math.max(column, x * stepX));
        sum += covered * (pixels[(row * width + column) * 3 + channel] ?? 0);
        area += covered;
      }
    }
    return sum / area;
  });
}

/** Without a part of its width and height at the left and the top. */
export function cropped({ width, height, pixels }: Pixels, part: number): Pixels {
  const [left, top] = [Math.round(width * part), Math.round(height * part)];
  return made(width - left, height - top, (x, y, channel) => pixels[((y + top) * width + x + left) * 3 + channel] ?? 0);
}

export const brightened = ({ width, height, pixels }: Pixels, by: number): Pixels => made(width, height, (x, y, channel) => by * (pixels[(y * width + x) * 3 + channel] ?? 0));

const block = 8;
const cosine = (frequency: number, at: number): number => (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * block));
const cosines = Array.from({ length: block }, (_, frequency) => Array.from({ length: block }, (__, at) => cosine(frequency, at)));

/** What JPEG loses: each block of eight pixels has its frequencies rounded, the higher ones more coarsely. */
export function compressed({ width, height, pixels }: Pixels, coarseness: number): Pixels {
  const values = Float64Array.from(pixels);
  const along = (from: number, step: number, change: (frequencies: number[]) => readonly number[]): void => {
    const found = cosines.map((row) => row.reduce((sum, value, at) => sum + value * (values[from + at * step] ?? 0), 0));
    const kept = change(found);
    for (let at = 0; at < block; at += 1) values[from + at * step] = kept.reduce((sum, value, frequency) => sum + value * (cosines[frequency]?.[at] ?? 0), 0);
  };
  const rounded = (frequencies: number[]): readonly number[] => frequencies.map((value, frequency) => Math.round(value / (coarseness * (1 + frequency))) * coarseness * (1 + frequency));
  for (let y = 0; y < height; y += 1) for (let x = 0; x + block <= width; x += block) for (let channel = 0; channel < 3; channel += 1) along((y * width + x) * 3 + channel, 3, rounded);
  for (let y = 0; y + block <= height; y += block) for (let x = 0; x < width * 3; x += 1) along(y * width * 3 + x, width * 3, rounded);
  return { width, height, pixels: values.map(clamped) };
}

/** Red, green, blue and alpha of the picture as a square of `side` pixels, as the decoder draws it. */
export function drawn(picture: Pixels, side: number): Uint8Array {
  const small = scaled(picture, side, side);
  return Uint8Array.from({ length: side * side * 4 }, (_, at) => (at % 4 === 3 ? 255 : (small.pixels[Math.floor(at / 4) * 3 + (at % 4)] ?? 0)));
}
