import { expect, test } from 'vitest';
import { gap, squareBand, squares } from '../../../../../renderer/rooms/gallery/layout/grid-geometry.ts';
import { bandRows, rowGap, sectionOf } from '../../../../../renderer/rooms/gallery/layout/justified-geometry.ts';
import { cellsTouched, rectangleBetween, together } from '../../../../../renderer/rooms/gallery/sheet/rubber-band.ts';
import { sectionLayout } from '../../../../../renderer/rooms/gallery/layout/section-layout.ts';

const measure = { width: 893, wanted: 208 };

test.each([
  ['squares', sectionLayout([...squareBand(3, measure), squares(40, measure)], gap)],
  ['justified rows', sectionLayout([sectionOf(bandRows(Array.from({ length: 40 }, (_, at) => 0.5 + (at % 5) * 0.4), measure))], rowGap)],
])('a rectangle over %s touches exactly the cells that it overlaps', (_, layout) => {
  for (const [x, y, toX, toY] of [[0, 0, 900, 5], [300, 100, 500, 700], [890, 460, 20, 30], [5, 5, 5, 900], [0, 0, 904, 5_000]] as const) {
    const rectangle = rectangleBetween({ x, y }, { x: toX, y: toY });
    const touched = cellsTouched(layout, rectangle).flatMap(([first, end]) => Array.from({ length: end - first }, (_cell, at) => first + at));
    const overlapped = Array.from({ length: layout.count }, (_cell, index) => index).filter((index) => {
      const place = layout.placeOf(index);
      return place.x < rectangle.right && place.x + place.width > rectangle.left && place.y < rectangle.bottom && place.y + place.height > rectangle.top;
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
