import { expect, test } from 'vitest';
import { readWrittenDay } from '../../../../../../renderer/rooms/gallery/dates/written-day.ts';

const today = { year: 2026, month: 11, day: 22 };
const from = (typed: string): string | null => {
  const day = readWrittenDay(typed, today);
  return day?.from ? Object.values(day.from).join('-') : null;
};

test.each([
  ['2026-03', '2026-3-1'],
  ['2026', '2026-1-1'],
  ['5.3.2026', '2026-3-5'],
  ['5. 3. 2026', '2026-3-5'],
  ['yesterday', '2026-11-21'],
  ['2w', '2026-11-8'],
  ['March 2026', '2026-3-1'],
  ['mar 2026', '2026-3-1'],
  [' 12 March 2026 ', '2026-3-12'],
  ['12. Mar. 2026', '2026-3-12'],
  ['March 12, 2026', '2026-3-12'],
  ['Sept 2025', '2025-9-1'],
])('%j begins on %s', (typed, day) => {
  expect(from(typed)).toBe(day);
});

test.each(['', 'soon', 'Marchember 2026', '12 March 12 2026', '31 February 2026', '3/4/2026'])('%j is not a day', (typed) => {
  expect(from(typed)).toBeNull();
});
