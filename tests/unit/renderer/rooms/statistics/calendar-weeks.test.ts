import { describe, expect, it } from 'vitest';
import { calendarOf, firstDayOfWeek, longestRun } from '../../../../../renderer/rooms/statistics/calendar-weeks.ts';
import { dayKey } from '../../../../../shared/library/view.ts';

const key = (year: number, month: number, day: number): number => dayKey(year, month - 1, day);

describe('the first day of the week', () => {
  it.each([
    ['en-US', 0],
    ['de', 1],
    ['ar-EG', 6],
  ])('of %s', (locale, day) => {
    expect(firstDayOfWeek(locale)).toBe(day);
  });

  it('is read from the property of Chrome 114, and is Monday where there is neither', () => {
    const { getWeekInfo, weekInfo } = Object.getOwnPropertyDescriptors(Intl.Locale.prototype) as Record<string, PropertyDescriptor | undefined>;
    const names = { getWeekInfo, weekInfo };
    try {
      for (const name of Object.keys(names)) Reflect.deleteProperty(Intl.Locale.prototype, name);
      expect(firstDayOfWeek('en-US')).toBe(1);
      Object.defineProperty(Intl.Locale.prototype, 'weekInfo', { configurable: true, get: () => ({ firstDay: 7 }) });
      expect(firstDayOfWeek('en-US')).toBe(0);
    } finally {
      Reflect.deleteProperty(Intl.Locale.prototype, 'weekInfo');
      for (const [name, descriptor] of Object.entries(names)) if (descriptor) Object.defineProperty(Intl.Locale.prototype, name, descriptor);
    }
  });
});

describe('the calendar of a year', () => {
  it.each([2024, 2025, 2026, 2028])('%i has each day once, below its day of the week', (year) => {
    for (const firstDay of [0, 1, 6]) {
      const { days, weeks, months } = calendarOf(year, new Map(), firstDay);
      expect(days).toHaveLength(new Date(year, 1, 29).getMonth() === 1 ? 366 : 365);
      expect(new Set(days.map((day) => day.key)).size).toBe(days.length);
      for (const { at, row } of days) expect((new Date(at).getDay() - firstDay + 7) % 7).toBe(row);
      expect(new Set(days.map(({ week, row }) => week * 7 + row)).size).toBe(days.length);
      expect(Math.max(...days.map(({ week }) => week))).toBe(weeks - 1);
      expect(months).toEqual(days.filter(({ at }) => new Date(at).getDate() === 1).map(({ week }) => week));
    }
  });

  it('has the numbers of its days, and levels by quarters of the days with pictures', () => {
    const counts = new Map([[key(2026, 3, 1), 1], [key(2026, 3, 2), 2], [key(2026, 3, 3), 3], [key(2026, 3, 4), 4000], [key(2025, 3, 4), 9]]);
    const shown = calendarOf(2026, counts, 1).days.filter(({ pictures }) => pictures > 0);
    expect(shown.map(({ pictures, level }) => [pictures, level])).toEqual([[1, 1], [2, 2], [3, 3], [4000, 4]]);
  });

  it('shows a year of equal days as full, and an empty one as empty', () => {
    const one = calendarOf(2026, new Map([[key(2026, 1, 1), 5], [key(2026, 12, 31), 5]]), 0).days.filter(({ level }) => level > 0);
    expect(one.map(({ level }) => level)).toEqual([4, 4]);
    expect(calendarOf(2026, new Map(), 0).days.every(({ level }) => level === 0)).toBe(true);
  });
});

describe('the longest run of days', () => {
  it('goes on over months, years and changes of the clock, and ends at a gap', () => {
    const keys = [key(2026, 3, 27), key(2026, 3, 28), key(2026, 3, 29), key(2026, 3, 30), key(2026, 4, 1), key(2026, 12, 30), key(2026, 12, 31), key(2027, 1, 1)];
    expect(longestRun(keys)).toEqual({ from: new Date(2026, 2, 27).getTime(), to: new Date(2026, 2, 30).getTime(), days: 4 });
    expect(longestRun(keys.slice(5))).toMatchObject({ days: 3, to: new Date(2027, 0, 1).getTime() });
    expect(longestRun([])).toBeNull();
  });
});
