import { expect, test } from 'vitest';
import { coloursBehind } from '../../../../../renderer/rooms/gallery/cell/picture-colours.ts';

test('each corner has its colour, over that of the middle', () => {
  const background = coloursBehind(Uint8Array.of(1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  expect(background?.split(/, ?(?=radial|rgb\(13)/)).toEqual([
    'radial-gradient(circle at 0% 0%, rgb(1 2 3), transparent 65%)',
    'radial-gradient(circle at 100% 0%, rgb(4 5 6), transparent 65%)',
    'radial-gradient(circle at 0% 100%, rgb(7 8 9), transparent 65%)',
    'radial-gradient(circle at 100% 100%, rgb(10 11 12), transparent 65%)',
    'rgb(13 14 15)',
  ]);
});

test('nothing is painted if the colours of a picture are unknown', () => {
  expect(coloursBehind(new Uint8Array(16))).toBeNull();
});
