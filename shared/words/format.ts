import type { Amount } from '../money/amount.ts';
import type { EpochMs } from '../task.ts';

/** Formats values for a locale. Each Intl object is made once, when it is first needed: eleven of them would take 15 ms of a start. */
export interface Formats {
  readonly locale: string;
  number(value: number): string;
  /** An exact decimal, with all of its digits. */
  decimal(amount: Amount): string;
  /** An amount of a currency, with all of its digits. Null if the unit is no currency. */
  money(amount: Amount, currency: string): string | null;
  /** `value` in percent, 0 to 100. */
  percent(value: number): string;
  /** Decimal units, as file managers show them. */
  bytes(value: number): string;
  /** A month of a year; `month` from 0. */
  month(year: number, month: number): string;
  /** A month without its year, short; `month` from 0. */
  monthName(month: number): string;
  /** A day of the week, short; from 0 for Sunday. */
  weekdayName(day: number): string;
  /** The day of a time, without its year: `Nov 23`. */
  shortDay(at: EpochMs): string;
  /** The day of a time, with its year. */
  day(at: EpochMs): string;
  /** The day of a time, with its year and the day of the week. */
  weekday(at: EpochMs): string;
  /** Day and time, to the second. */
  exactTime(at: EpochMs): string;
  /** How long ago, up to a week, and then the day. Less than a minute is "now". */
  age(at: EpochMs, now: EpochMs): string;
  /** The length of a running time: 0:07, 12:40, then `1 hr, 5 min`, `3 days`. */
  duration(milliseconds: number): string;
  /** A rough length of time in words, of a minute or more: 12 minutes, `1 hr, 5 min`, 3 days. */
  span(milliseconds: number): string;
  /** 1024 × 768 */
  dimensions(width: number, height: number): string;
}

const ages = [
  { unit: 'minute', seconds: 60, until: 3600 },
  { unit: 'hour', seconds: 3600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 7 * 86_400 },
] as const;
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatsFor(locale: string): Formats {
  const plain = lazily(() => new Intl.NumberFormat(locale));
  const allDigits = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 9 }));
  const percent = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const exact = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
  const month = lazily(() => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }));
  const list = lazily(() => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
  const dayOfThisYear = lazily(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));
  const dayOfWeek = lazily(() => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }));
  const dayOfAnyYear = lazily(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }));
  const shortMonth = lazily(() => new Intl.DateTimeFormat(locale, { month: 'short' }));
  const shortWeekday = lazily(() => new Intl.DateTimeFormat(locale, { weekday: 'short' }));
  const twoDigits = lazily(() => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }));
  const units = new Map<string, Intl.NumberFormat>();
  const unit = (value: number, name: string, display: 'short' | 'long' = 'short', digits = 0): string => {
    const key = `${name} ${display} ${digits}`;
    const known = units.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: digits });
    units.set(key, known);
    return known.format(value);
  };

  return {
    locale,
    number: (value) => plain().format(value),
    // Numbers as text are formatted exactly.
    decimal: (amount) => allDigits().format(amount as `${number}`),
    money(amount, currency) {
      if (!/^[A-Z]{3}$/.test(currency)) return null;
      return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 9 }).format(amount as `${number}`);
    },
    percent: (value) => percent().format(value / 100),
    bytes(value) {
      let scaled = value;
      let at = 0;
      while (scaled >= 999.5 && at < byteUnits.length - 1) {
        scaled /= 1000;
        at += 1;
      }
      // The short form of bytes has no plural: "996 byte".
      if (at === 0) return unit(scaled, 'byte', 'long');
      return unit(scaled, byteUnits[at] ?? 'byte', 'short', scaled >= 99.95 ? 0 : 1);
    },
    month: (year, at) => month().format(new Date(year, at)),
    monthName: (at) => shortMonth().format(new Date(2026, at)),
    // 1 February 2026 is a Sunday.
    weekdayName: (at) => shortWeekday().format(new Date(2026, 1, 1 + at)),
    shortDay: (at) => dayOfThisYear().format(at),
    day: (at) => dayOfAnyYear().format(at),
    weekday: (at) => dayOfWeek().format(at),
    exactTime: (at) => exact().format(at),
    age(at, now) {
      const seconds = Math.max(0, Math.round((now - at) / 1000));
      if (seconds < 60) return relative().format(0, 'second');
      const step = ages.find(({ until }) => seconds < until);
      if (step) return relative().format(-Math.floor(seconds / step.seconds), step.unit);
      return (new Date(at).getFullYear() === new Date(now).getFullYear() ? dayOfThisYear : dayOfAnyYear)().format(at);
    },
    duration(milliseconds) {
      const seconds = Math.max(0, Math.floor(milliseconds / 1000));
      const minutes = Math.floor(seconds / 60);
      const hours = Math.floor(minutes / 60);
      if (hours >= 48) return unit(Math.floor(hours / 24), 'day', 'long');
      if (hours >= 1) return list().format([unit(hours, 'hour'), unit(minutes % 60, 'minute')]);
      return `${plain().format(minutes)}:${twoDigits().format(seconds % 60)}`;
    },
    span(milliseconds) {
      const minutes = Math.max(1, Math.round(milliseconds / 60_000));
      return minutes < 60 ? unit(minutes, 'minute', 'long') : this.duration(minutes * 60_000);
    },
    dimensions: (width, height) => `${width} × ${height}`,
  };
}

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | null = null;
  return () => (made ??= make());
}

/** An id without its middle. The beginning shows its kind, and the end tells it apart from others. */
export function shortId(id: string, lead = 8, tail = 6): string {
  return id.length <= lead + tail + 1 ? id : `${id.slice(0, lead)}…${id.slice(-tail)}`;
}
