import { expect, test } from 'vitest';
import { groupSizes, shapeOf, shapeWords, swappedSize } from '../../../../../renderer/stores/compose/size-shape.ts';

test.each([
  ['1024x1024', '1:1'],
  ['1536 × 1024', '3:2'],
  ['1024x1536', '2:3'],
  ['1792x1024', '7:4'],
  ['1024x1792', '4:7'],
  ['1920x1080', '16:9'],
  // Rounded to a multiple of 8.
  ['1360x768', '16:9'],
  ['1365x1024', '4:3'],
  ['9:16', '9:16'],
  ['300x100', '3:1'],
  ['auto', ''],
  ['large', ''],
  ['0x100', ''],
])('%s is %s', (size, shape) => {
  expect(shapeWords(shapeOf(size))).toBe(shape);
});

test('swapping turns sides and ratios, twice is once, and leaves other text alone', () => {
  expect(swappedSize('1536x1024')).toBe('1024x1536');
  expect(swappedSize('16:9')).toBe('9:16');
  expect(swappedSize(swappedSize('1792x1024'))).toBe('1792x1024');
  for (const size of ['auto', 'large', '']) expect(swappedSize(size)).toBe(size);
});

test('sizes come by ratio, those without one last', () => {
  expect(groupSizes(['auto', '1024x1024', '3:2', '512x512']).map(({ sizes }) => sizes)).toEqual([['1024x1024', '512x512'], ['3:2'], ['auto']]);
});
