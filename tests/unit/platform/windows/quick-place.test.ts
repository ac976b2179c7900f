import { expect, test } from 'vitest';
import { placeOfField } from '../../../../electron/platform/windows/quick-place.ts';

test('the field is in the middle of its screen, in the upper third, also on a screen beside the first', () => {
  expect(placeOfField({ x: 1920, y: 100, width: 1280, height: 1000 }, 100)).toEqual({ x: 2240, y: 300, width: 640, height: 176 });
});

test('it grows with the zoom, and never beyond its screen', () => {
  expect(placeOfField({ x: 0, y: 0, width: 1920, height: 1000 }, 200)).toEqual({ x: 320, y: 200, width: 1280, height: 352 });
  expect(placeOfField({ x: 0, y: 30, width: 640, height: 400 }, 200)).toEqual({ x: 0, y: 78, width: 640, height: 352 });
  expect(placeOfField({ x: 0, y: 0, width: 600, height: 300 }, 300)).toEqual({ x: 0, y: 0, width: 600, height: 300 });
});
