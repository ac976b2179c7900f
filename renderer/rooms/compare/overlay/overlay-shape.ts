import type { Size } from '../../../parts/stage/zoom.ts';

/** The factors that amplify the difference: powers of two. */
export const factors = { first: 4, most: 32 } as const;

export const stepFactor = (factor: number, direction: 1 | -1): number => Math.min(Math.max(direction === 1 ? factor * 2 : factor / 2, 1), factors.most);

/** The frame that both pictures are fitted into: the size of the larger picture. */
export function commonSize(a: Size, b: Size): Size {
  return a.width * a.height >= b.width * b.height ? a : b;
}

/** Whether the pictures have the same shape, up to a rounded pixel. */
export function haveOneShape(a: Size, b: Size): boolean {
  return Math.abs(a.width * b.height - b.width * a.height) <= Math.max(a.width, a.height, b.width, b.height);
}
