import { filterRow, encodePng } from '../../../electron/practice/painter/png.ts';
import type { Random } from './random.ts';

export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
}

type Colour = readonly [red: number, green: number, blue: number];

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
}

/** A sky and a few discs: a real picture, different from every other, in a few milliseconds where the practice painter takes hundreds. */
export async function paintSmallPicture(width: number, height: number, prompt: string, random: Random): Promise<SmallPicture> {
  const colour = (): Colour => [random.below(256), random.below(256), random.below(256)];
  const [top, bottom] = [colour(), colour()];
  const discs = Array.from({ length: 2 + random.below(5) }, (): Disc => ({ x: random.below(width), y: random.below(height), radius: Math.min(width, height) * (0.05 + 0.25 * random.next()), colour: colour() }));
  const rowBytes = 3 * width;
  const scanlines = new Uint8Array(height * (rowBytes + 1));
  let [row, above] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)];
  for (let y = 0; y < height; y += 1) {
    paintSky(row, top, bottom, y / height);
    for (const disc of discs) paintAcross(row, disc, y, width);
    filterRow(row, above, scanlines.subarray(y * (rowBytes + 1), (y + 1) * (rowBytes + 1)));
    [row, above] = [above, row];
  }
  return { width, height, png: await encodePng({ width, height, scanlines, prompt }) };
}

function paintSky(row: Uint8Array, top: Colour, bottom: Colour, down: number): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const value = (top[channel] ?? 0) * (1 - down) + (bottom[channel] ?? 0) * down;
    for (let at = channel; at < row.length; at += 3) row[at] = value;
  }
}

function paintAcross(row: Uint8Array, { x, y: centre, radius, colour }: Disc, y: number, width: number): void {
  const half = Math.sqrt(Math.max(0, radius ** 2 - (y - centre) ** 2));
  const end = Math.min(width, Math.ceil(x + half));
  for (let at = Math.max(0, Math.ceil(x - half)); at < end; at += 1) row.set(colour, 3 * at);
}
