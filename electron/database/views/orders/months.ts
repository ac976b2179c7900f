import type { Months } from '../../../../shared/library/view.ts';

/**
 * Finds where each month (in local time) begins in a list of descending times. Times are in seconds since the epoch. A binary search reads only
 * a few of them for each month.
 */
export function monthsOf(length: number, timeAt: (position: number) => number): Months {
  const months: number[] = [];
  const starts: number[] = [];
  let position = 0;
  while (position < length) {
    const date = new Date(timeAt(position) * 1000);
    months.push(date.getFullYear() * 12 + date.getMonth());
    starts.push(position);
    const began = Math.floor(new Date(date.getFullYear(), date.getMonth(), 1).getTime() / 1000);
    position = firstBefore(began, position + 1, length, timeAt);
  }
  return { months: Int32Array.from(months), starts: Int32Array.from(starts) };
}

/** The first position, from `low` on, whose time is before `time` (seconds); `length` when there is none. */
export function firstBefore(time: number, low: number, length: number, timeAt: (position: number) => number): number {
  let high = length;
  let at = low;
  while (at < high) {
    const middle = (at + high) >>> 1;
    if (timeAt(middle) < time) high = middle;
    else at = middle + 1;
  }
  return at;
}
