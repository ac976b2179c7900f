import { readSize } from '../../../shared/request/request-checks.ts';

/** The ratio of a size, in small whole numbers. */
export interface Shape {
  readonly across: number;
  readonly down: number;
}

/** Ratios that have a usual name. Larger sizes often miss them by a few pixels, because sides are multiples of 8 or 64. */
const named: readonly Shape[] = [[1, 1], [5, 4], [4, 3], [3, 2], [16, 10], [7, 4], [16, 9], [2, 1], [21, 9]].map(([across = 1, down = 1]) => ({ across, down }));

/** How far a size may differ from a named ratio, as a fraction. Less than half of the difference between 7:4 and 16:9. */
const tolerance = 0.007;

/** Null if the size has no ratio, such as `auto`. */
export function shapeOf(size: string): Shape | null {
  const read = readSize(size);
  const [across, down] = read.kind === 'exact' ? [read.width, read.height] : read.kind === 'ratio' ? [read.across, read.down] : [0, 0];
  if (across === 0 || down === 0) return null;
  const long = Math.max(across, down) / Math.min(across, down);
  const near = named.find((shape) => Math.abs(long / (shape.across / shape.down) - 1) <= tolerance);
  if (near) return across >= down ? near : turned(near);
  const divisor = commonDivisor(across, down);
  return { across: across / divisor, down: down / divisor };
}

/** The size with its sides swapped. A size without two sides stays as it is. */
export function swappedSize(size: string): string {
  const read = readSize(size);
  if (read.kind === 'exact') return `${read.height}x${read.width}`;
  return read.kind === 'ratio' ? `${read.down}:${read.across}` : size;
}

export interface SizeGroup {
  /** Null: sizes without a ratio. */
  readonly shape: Shape | null;
  readonly sizes: readonly string[];
}

/** Sizes by their ratio, in the order in which the ratios first appear, and those without a ratio last. */
export function groupSizes(sizes: readonly string[]): readonly SizeGroup[] {
  const names = [...new Set(sizes.map((size) => shapeWords(shapeOf(size))))];
  return names
    .map((name) => sizes.filter((size) => shapeWords(shapeOf(size)) === name))
    .map((all) => ({ shape: shapeOf(all[0] ?? ''), sizes: all }))
    .sort((a, b) => Number(a.shape === null) - Number(b.shape === null));
}

/** Such as `3:2`; empty if there is no shape. */
export const shapeWords = (shape: Shape | null): string => (shape ? `${shape.across}:${shape.down}` : '');

const turned = ({ across, down }: Shape): Shape => ({ across: down, down: across });

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
