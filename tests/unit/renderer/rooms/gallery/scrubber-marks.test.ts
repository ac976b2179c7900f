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

test('keys move by months and years and to both ends', () => {
  const at = (position: number, key: string): number | null => scrubberKey(monthStops(months), total, position, key);
  expect(at(10, 'ArrowDown')).toBe(40);
  expect(at(50, 'ArrowUp')).toBe(0);
  expect(at(995, 'ArrowDown')).toBe(999);
  expect(at(10, 'PageDown')).toBe(990);
  expect(at(995, 'PageUp')).toBe(100);
  expect(at(500, 'Home')).toBe(0);
  expect(at(500, 'End')).toBe(999);
  expect(at(500, 'a')).toBeNull();
});

test('the page keys move by a year also where the oldest month is first', () => {
  const rising = monthStops({ months: months.months.toReversed(), starts: Int32Array.of(0, 10, 900, 960) });
  expect(scrubberKey(rising, total, 5, 'PageDown')).toBe(10);
  expect(scrubberKey(rising, total, 970, 'PageUp')).toBe(0);
});

test('among groups, keys move by one and by ten', () => {
  const stops = groupStops({ by: 'prompt', starts: Int32Array.from({ length: 25 }, (_, at) => at * 40), keys: new Int32Array(25) });
  const at = (position: number, key: string): number | null => scrubberKey(stops, total, position, key);
  expect(at(50, 'ArrowDown')).toBe(80);
  expect(at(50, 'ArrowUp')).toBe(0);
  expect(at(50, 'PageDown')).toBe(440);
  expect(at(500, 'PageUp')).toBe(80);
  expect(at(900, 'PageDown')).toBe(999);
  expect(at(90, 'PageUp')).toBe(0);
});
