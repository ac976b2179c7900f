import { expect, test } from 'vitest';
import { countAt, groupStops, monthStops, scrubberKey, stopAt, yearMarks } from '../../../../../renderer/rooms/gallery/dates/scrubber-marks.ts';

const month = (year: number, at: number): number => year * 12 + at;
/** March and January 2026, November 2025, November 2024. */
const months = { months: Int32Array.of(month(2026, 2), month(2026, 0), month(2025, 10), month(2024, 10)), starts: Int32Array.of(0, 40, 100, 990) };
const total = 1000;

test('a position lies in the month that begins at or before it', () => {
  expect([0, 39, 40, 99, 100, 999].map((position) => stopAt(monthStops(months), position))).toEqual([0, 0, 1, 1, 2, 3]);
  expect(stopAt(monthStops({ months: new Int32Array(), starts: new Int32Array() }), 0)).toBe(-1);
  expect([0, 1, 2, 3].map((at) => countAt(monthStops(months), total, at))).toEqual([40, 60, 890, 10]);
});

test('years are shown where there is room', () => {
  expect(yearMarks(months, total, 0.03)).toEqual([
    { year: 2026, share: 0 },
    { year: 2025, share: 0.1 },
  ]);
  expect(yearMarks(months, total, 0.2)).toEqual([{ year: 2026, share: 0 }]);
});

const rising = { months: months.months.toReversed(), starts: Int32Array.of(0, 10, 900, 960) };
const groups = { by: 'prompt', starts: Int32Array.from({ length: 25 }, (_, at) => at * 40), keys: new Int32Array(25) } as const;

test.each([
  ['months', monthStops(months), [[10, 'ArrowDown', 40], [50, 'ArrowUp', 0], [995, 'ArrowDown', 999], [500, 'Home', 0], [500, 'End', 999], [500, 'a', null]]],
  ['months, by a year', monthStops(months), [[10, 'PageDown', 990], [995, 'PageUp', 100]]],
  ['months, the oldest first, by a year', monthStops(rising), [[5, 'PageDown', 10], [970, 'PageUp', 0]]],
  ['groups', groupStops(groups), [[50, 'ArrowDown', 80], [50, 'ArrowUp', 0]]],
  ['groups, by ten', groupStops(groups), [[50, 'PageDown', 440], [500, 'PageUp', 80], [900, 'PageDown', 999], [90, 'PageUp', 0]]],
] as const)('keys move among %s', (_, stops, moves) => {
  expect(moves.map(([position, key]) => [position, key, scrubberKey(stops, total, position, key)])).toEqual(moves);
});
