/** Nothing that a service says makes a poll wait longer than this. */
const maxRetryAfterMs = 10 * 60_000;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Milliseconds that `Retry-After` asks to wait, at most ten minutes; null when there is none that can be read. A date is
 * taken against the answer's own `Date` where there is one, for this computer's clock may be wrong.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  // A repeated header arrives joined, and a date holds a comma of its own.
  const value = headers['retry-after']?.trim() ?? '';
  const seconds = /^\+?(\d+(?:\.\d*)?)\s*(?:,|s\b|$)/i.exec(value)?.[1];
  if (seconds !== undefined) return clamped(Number(seconds) * 1000);
  const date = httpDate(value);
  return date === null ? null : clamped(date - (httpDate(headers['date'] ?? '') ?? now));
}

function clamped(milliseconds: number): number {
  return Math.min(Math.max(Math.round(milliseconds), 0), maxRetryAfterMs);
}

/** The three forms of RFC 9110 §5.6.7; anything else is none, whatever `Date.parse` would make of it. */
function httpDate(text: string): number | null {
  const standard = /^\w+, (\d{1,2})[ -](\w{3})[ -](\d{2}|\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:GMT|UTC)/i.exec(text);
  if (standard) {
    const [, day, month, year, hour, minute, second] = standard;
    return utc(year, month, day, hour, minute, second);
  }
  const asctime = /^\w{3} (\w{3}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i.exec(text);
  if (asctime === null) return null;
  const [, month, day, hour, minute, second, year] = asctime;
  return utc(year, month, day, hour, minute, second);
}

function utc(year = '', month = '', ...rest: readonly (string | undefined)[]): number | null {
  const monthIndex = months.indexOf(month.toLowerCase());
  const [day = NaN, hour = NaN, minute = NaN, second = NaN] = rest.map(Number);
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const time = Date.UTC(fullYear, monthIndex, day, hour, minute, second);
  return monthIndex < 0 || day > 31 || hour > 23 || minute > 59 || second > 60 || Number.isNaN(time) ? null : time;
}
