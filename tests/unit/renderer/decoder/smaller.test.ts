import { expect, it } from 'vitest';
import { encodePng } from '../../../../electron/practice/painter/png.ts';
import { smaller } from '../../../../renderer/decoder/smaller.ts';

const png = async (width: number, height: number): Promise<Blob> =>
  new Blob([new Uint8Array(await encodePng({ width, height, scanlines: new Uint8Array(height * (3 * width + 1)), prompt: '' }))]);

it('makes the longer side of a PNG as long as a thumbnail’s', async () => {
  expect(await smaller(await png(80, 60), 40)).toEqual({ resizeWidth: 40, resizeQuality: 'medium' });
  expect(await smaller(await png(60, 80), 40)).toEqual({ resizeHeight: 40, resizeQuality: 'medium' });
});

it.each([
  ['a picture that is small already', png(40, 30)],
  ['another format', Promise.resolve(new Blob([Uint8Array.of(0xff, 0xd8, 0xff, ...new Uint8Array(40).fill(0xee))]))],
  ['a file that ends within its head', png(80, 60).then((blob) => blob.slice(0, 23))],
])('leaves %s as it is', async (_, file) => {
  expect(await smaller(await file, 40)).toEqual({});
});
