import type { CivilDate, DayValue } from './query.ts';

/** From `from` up to but not including `until`. */
interface Period {
  readonly from: CivilDate;
  readonly until: CivilDate;
}

const absolute = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const ago = /^(\d{1,4})([dwmy])$/;

/**
 * Reads `2026`, `2026-03`, `2026-03-05`, `5.3.2026`, `today`, `yesterday`, and a number of days, weeks, months or years ago (`7d 2w 3m 1y`).
 * `on:` also takes a range, `2026-01..2026-03`. "Before" a month means before its first day; "after" it means after its last.
 * Null if the text is none of these.
 */
export function readDay(key: 'before' | 'after' | 'on', typed: string, today: CivilDate): DayValue | null {
  const text = typed.toLowerCase();
  const [first = '', second, ...more] = text.split('..');
  if (more.length > 0 || (second !== undefined && key !== 'on')) return null;
  const one = periodOf(first, today);
  const other = second === undefined ? one : periodOf(second, today);
  if (!one || !other) return null;
  if (key === 'before') return { text, from: null, until: one.from };
  if (key === 'after') return { text, from: one.until, until: null };
  const [begin, end] = order(one.from, other.from) <= 0 ? [one, other] : [other, one];
  return { text, from: begin.from, until: end.until };
}

function periodOf(text: string, today: CivilDate): Period | null {
  if (text === 'today') return dayPeriod(today, 0);
  if (text === 'yesterday') return dayPeriod(today, -1);
  const [, count, unit] = ago.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return agoPeriod(Number(count), unit, today);
  const [, first, separator, second, lastYear] = yearLast.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return yearLastPeriod(Number(first), Number(second), Number(lastYear), separator === '.');
  const [, year, month, day] = absolute.exec(text) ?? [];
  if (year === undefined) return null;
  return absolutePeriod(Number(year), month === undefined ? null : Number(month), day === undefined ? null : Number(day));
}

/**
 * With dots, the day always comes first. With slashes and dashes, some people put the month first, so such a date is read only if both
 * orders mean the same day or only one of them is a date.
 */
function yearLastPeriod(first: number, second: number, year: number, dayFirst: boolean): Period | null {
  if (dayFirst || first > 12 || first === second) return absolutePeriod(year, second, first);
  return second > 12 ? absolutePeriod(year, first, second) : null;
}

function absolutePeriod(year: number, month: number | null, day: number | null): Period | null {
  if (month === null) return period(civil(year, 1, 1), civil(year + 1, 1, 1));
  if (month < 1 || month > 12) return null;
  if (day === null) return period(civil(year, month, 1), civil(year, month + 1, 1));
  if (day < 1 || day > daysIn(year, month)) return null;
  return period(civil(year, month, day), civil(year, month, day + 1));
}

function agoPeriod(count: number, unit: string, today: CivilDate): Period | null {
  if (unit === 'd' || unit === 'w') return dayPeriod(today, unit === 'd' ? -count : -7 * count);
  const first = civil(today.year, today.month - (unit === 'm' ? count : 12 * count), 1);
  if (!first) return null;
  // One month before 31 March is the last day of February.
  return dayPeriod({ ...first, day: Math.min(today.day, daysIn(first.year, first.month)) }, 0);
}

function dayPeriod({ year, month, day }: CivilDate, offset: number): Period | null {
  return period(civil(year, month, day + offset), civil(year, month, day + offset + 1));
}

function period(from: CivilDate | null, until: CivilDate | null): Period | null {
  return from && until ? { from, until } : null;
}

/** Months and days beyond their range carry over. Null if the result is no date or lies outside the years 1 to 9999. */
function civil(year: number, month: number, day: number): CivilDate | null {
  const date = new Date(0);
  // Date.UTC cannot be used: it reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  const found = date.getUTCFullYear();
  return found >= 1 && found <= 9999 ? { year: found, month: date.getUTCMonth() + 1, day: date.getUTCDate() } : null;
}

function daysIn(year: number, month: number): number {
  return civil(year, month + 1, 0)?.day ?? 31;
}

function order(a: CivilDate, b: CivilDate): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}
