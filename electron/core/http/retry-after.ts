/** A service cannot make a poll wait longer than this. */
const maxRetryAfterMs = 10 * 60_000;

/**
 * Milliseconds that `Retry-After` asks to wait, at most ten minutes. Null if the header is missing or cannot be read. A date is compared with
 * the answer's own `Date` if there is one, because this computer's clock may be wrong. How long a query and a download then wait is decided in
 * `task-poller.ts` and `download-retries.ts`.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  // A repeated header arrives joined with a comma, and a date contains one too.
  const value = headers['retry-after']?.trim() ?? '';
  const seconds = /^\+?(\d+(?:\.\d*)?)\s*(?:,|s\b|$)/i.exec(value)?.[1];
  if (seconds !== undefined) return clamped(Number(seconds) * 1000);
  const date = httpDate(value);
  return date === null ? null : clamped(date - (httpDate(headers['date'] ?? '') ?? now));
}

function clamped(milliseconds: number): number {
  return Math.min(Math.max(Math.round(milliseconds), 0), maxRetryAfterMs);
}

/** All three forms of RFC 9110 §5.6.7 begin with the day of the week, and the one without a time zone means UTC. */
function httpDate(text: string): number | null {
  if (!/^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i.test(text)) return null;
  const time = Date.parse(/\b(?:gmt|utc)\b/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
