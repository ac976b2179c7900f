import { expect, test } from 'vitest';
import { cellsTouched, rectangleBetween, together } from '../../../../../renderer/rooms/gallery/grid/rubber-band.ts';
import { justifiedSheet, squareSheet } from './laid-out-sheet.ts';

test.each([
  ['squares', squareSheet({ length: 43, origin: 3 })],
  ['justified rows', justifiedSheet({ length: 40, origin: 40 }, { shapeAt: (at) => 0.5 + (at % 5) * 0.4 })],
])('a rectangle over %s touches exactly the cells that it overlaps', (_, layout) => {
  for (const [x, y, toX, toY] of [[0, 0, 900, 5], [300, 100, 500, 700], [890, 460, 20, 30], [5, 5, 5, 900], [0, 0, 904, 5_000]] as const) {
    const rectangle = rectangleBetween({ x, y }, { x: toX, y: toY });
    const touched = cellsTouched(layout, rectangle).flatMap(([first, end]) => Array.from({ length: end - first }, (_cell, at) => first + at));
    const overlapped = Array.from({ length: layout.count }, (_cell, index) => index).filter((index) => {
      const place = layout.placeOf(index);
      return place.x < rectangle.end && place.x + place.width > rectangle.start && place.y < rectangle.bottom && place.y + place.height > rectangle.top;
    });
    expect(touched).toEqual(overlapped);
  }
});

test('touched cells are selected alone, added to the selection, or toggled in it', () => {
  const before = [[0, 3], [8, 9]] as const;
  const touched = [[2, 5], [7, 10]] as const;
  expect(together(before, touched, 'replace')).toEqual([[2, 5], [7, 10]]);
  expect(together(before, touched, 'add')).toEqual([[0, 5], [7, 10]]);
  expect(together(before, touched, 'toggle')).toEqual([[0, 2], [3, 5], [7, 8], [9, 10]]);
});
