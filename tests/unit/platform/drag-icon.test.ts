import { describe, expect, it } from 'vitest';
import { dragBitmap, dragIconSide } from '../../../electron/platform/drag-icon.ts';

/** Red, green, blue and alpha. */
function pixel(bitmap: Buffer, x: number, y: number): readonly number[] {
  const [blue, green, red, alpha] = bitmap.subarray((y * dragIconSide + x) * 4);
  return [red ?? -1, green ?? -1, blue ?? -1, alpha ?? -1];
}

describe('the icon of a drag', () => {
  // Red, green, blue and white corners around a black middle.
  const colours = Uint8Array.from([1, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0]);

  it('shows the colours of the picture in their places, in a white frame with round corners', () => {
    const bitmap = dragBitmap(colours);
    expect(bitmap.length).toBe(dragIconSide * dragIconSide * 4);
    expect(pixel(bitmap, 0, 0)[3]).toBe(0);
    expect(pixel(bitmap, 32, 1)).toEqual([255, 255, 255, 255]);
    const [red = 0, green = 0, blue = 0] = pixel(bitmap, 8, 8);
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    const right = pixel(bitmap, 55, 8);
    expect(right[1]).toBeGreaterThan(2 * Math.max(right[0] ?? 0, right[2] ?? 0));
    expect(Math.max(...pixel(bitmap, 32, 32).slice(0, 3))).toBeLessThan(20);
  });

  it('is grey within its frame if the colours are not known', () => {
    const bitmap = dragBitmap(new Uint8Array(16));
    expect(pixel(bitmap, 32, 32)).toEqual([128, 128, 128, 255]);
    expect(pixel(bitmap, 32, 1)).toEqual([255, 255, 255, 255]);
  });
});
