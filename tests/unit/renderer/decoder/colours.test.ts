import { describe, expect, it } from 'vitest';
import { averages } from '../../../../renderer/decoder/colours.ts';
import { coloursLength } from '../../../../shared/windows/thumbnail-look.ts';

/** Pixels of a grid of 4 × 4 with these colours. */
const grid = (colourAt: (x: number, y: number) => readonly [number, number, number]): number[] =>
  Array.from({ length: 16 }, (_, at) => [...colourAt(at % 4, Math.floor(at / 4)), 255]).flat();

describe('the colours of a picture', () => {
  it('are those of its four quarters and of its middle', () => {
    const quarters = grid((x, y) => [x < 2 ? 0 : 200, y < 2 ? 10 : 90, 255]);
    expect(averages(quarters)).toEqual(Uint8Array.of(1, 0, 10, 255, 200, 10, 255, 0, 90, 255, 200, 90, 255, 100, 50, 255));
  });

  it('have a fixed length, and never equal the value for unknown colours', () => {
    const black = averages(grid(() => [0, 0, 0]));
    expect(black).toHaveLength(coloursLength);
    expect(black[0]).toBe(1);
    expect(averages(grid(() => [255, 255, 255])).every((byte, at) => byte === (at === 0 ? 1 : 255))).toBe(true);
  });
});
