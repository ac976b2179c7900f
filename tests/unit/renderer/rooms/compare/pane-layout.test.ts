import { expect, test } from 'vitest';
import { captionsFit, columnsFor, paneBeside } from '../../../../../renderer/rooms/compare/panes/pane-layout.ts';

const shaped = (ratio: number, count: number): readonly number[] => Array.from({ length: count }, () => ratio);

test('the columns show pictures as large as possible', () => {
  const wide = { width: 1600, height: 800 };
  expect([2, 3, 4, 8].map((count) => columnsFor(wide, shaped(1, count)))).toEqual([2, 3, 4, 4]);
  expect(columnsFor({ width: 800, height: 1600 }, shaped(1.5, 3))).toBe(1);
  expect(columnsFor(wide, shaped(1, 1))).toBe(1);
});

test('small panes have no room for the area below the pictures', () => {
  const small = { width: 900, height: 600 };
  expect([2, 4, 6, 8].map((count) => captionsFit(small, count))).toEqual([true, true, false, false]);
  expect(captionsFit({ width: 1280, height: 800 }, 8)).toBe(true);
});

test('arrow keys lead through the rows and stop at the edges', () => {
  // Five panes in rows of three.
  const from = (at: number, key: string): number => paneBeside(at, key, 3, 5);
  expect([from(0, 'ArrowLeft'), from(0, 'ArrowRight'), from(2, 'ArrowRight'), from(4, 'ArrowRight')]).toEqual([0, 1, 3, 4]);
  expect([from(1, 'ArrowDown'), from(2, 'ArrowDown'), from(4, 'ArrowDown'), from(4, 'ArrowUp'), from(1, 'ArrowUp')]).toEqual([4, 4, 4, 1, 1]);
});
