import { expect, test } from 'vitest';
import { commonSize, factors, haveOneShape, stepFactor } from '../../../../../renderer/rooms/compare/overlay/overlay-shape.ts';

test('the picture with more pixels gives the frame', () => {
  expect(commonSize({ width: 1024, height: 1024 }, { width: 2048, height: 512 })).toEqual({ width: 1024, height: 1024 });
  expect(commonSize({ width: 512, height: 512 }, { width: 1536, height: 1024 })).toEqual({ width: 1536, height: 1024 });
});

test('pictures of one shape may differ by a rounded pixel', () => {
  expect(haveOneShape({ width: 1024, height: 1024 }, { width: 512, height: 512 })).toBe(true);
  expect(haveOneShape({ width: 1365, height: 768 }, { width: 683, height: 384 })).toBe(true);
  expect(haveOneShape({ width: 1024, height: 1024 }, { width: 1024, height: 1000 })).toBe(false);
});

test('the difference is amplified in steps of two, within its bounds', () => {
  expect([stepFactor(4, 1), stepFactor(4, -1), stepFactor(1, -1), stepFactor(factors.most, 1)]).toEqual([8, 2, 1, factors.most]);
});
