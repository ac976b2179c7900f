import { dayKey, dayOfKey } from '../../../shared/library/view.ts';

/** How full a day's square is. 0: no pictures. */
export type Level = 0 | 1 | 2 | 3 | 4;

export interface CalendarDay {
  readonly key: number;
  /** The beginning of the day. */
  readonly at: number;
  readonly pictures: number;
  readonly level: Level;
  /** The column, from 0. */
  readonly week: number;
  /** The row: the days since the week began. */
  readonly row: number;
}

export interface CalendarYear {
  readonly weeks: number;
  readonly days: readonly CalendarDay[];
  /** The column in which each month begins. */
  readonly months: readonly number[];
}

interface WeekInfo {
  readonly firstDay: number;
}

/** The first day of the week where the person lives, from 0 for Sunday. Monday if it is not known. */
export function firstDayOfWeek(locale: string): number {
  // Chrome 114 has the property, and newer versions have the function.
  const known = new Intl.Locale(locale) as Intl.Locale & { readonly getWeekInfo?: () => WeekInfo; readonly weekInfo?: WeekInfo };
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
  return firstDay % 7;
}

/** The days of a year in columns of a week. */
export function calendarOf(year: number, counts: ReadonlyMap<number, number>, firstDay: number): CalendarYear {
  const days: Omit<CalendarDay, 'level'>[] = [];
  const months: number[] = [];
  const before = (new Date(year, 0, 1).getDay() - firstDay + 7) % 7;
  for (let date = new Date(year, 0, 1); date.getFullYear() === year; date = new Date(year, date.getMonth(), date.getDate() + 1)) {
    const place = before + days.length;
    const key = dayKey(year, date.getMonth(), date.getDate());
    if (date.getDate() === 1) months.push(Math.floor(place / 7));
    days.push({ key, at: date.getTime(), pictures: counts.get(key) ?? 0, week: Math.floor(place / 7), row: place % 7 });
  }
  const level = levels(days.map(({ pictures }) => pictures));
  return { weeks: Math.ceil((before + days.length) / 7), days: days.map((day) => ({ ...day, level: level(day.pictures) })), months };
}

/** By quarters of the days with pictures, because one day with a thousand would otherwise make all others look alike. The fullest day always has the last level. */
function levels(counts: readonly number[]): (pictures: number) => Level {
  const some = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const most = some.at(-1);
  const quarters = [0.25, 0.5, 0.75].map((share) => some[Math.ceil(share * some.length) - 1] ?? 0);
  return (pictures) => {
    if (pictures === 0) return 0;
    if (pictures === most) return 4;
    return (1 + quarters.filter((quarter) => pictures > quarter).length) as Level;
  };
}

/** The longest run of days among keys in ascending order: its first and last day and how many days it has. Null: there are none. */
export function longestRun(keys: readonly number[]): { readonly from: number; readonly to: number; readonly days: number } | null {
  let best: { readonly from: number; readonly to: number; readonly days: number } | null = null;
  let [from, next, days] = [0, 0, 0];
  for (const key of keys) {
    const date = dayOfKey(key);
    const at = date.getTime();
    if (at !== next) [from, days] = [at, 0];
    days += 1;
    next = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
    if (days > (best?.days ?? 0)) best = { from, to: at, days };
  }
  return best;
}
