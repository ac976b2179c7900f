import type { Months } from '../../../../shared/library/view.ts';

/**
 * Finds where each month (in local time) begins in a list of descending times. Times are in seconds since the epoch. A binary search reads only
 * a few of them for each month.
 */
export function monthsOf(times: Int32Array): Months {
  const months: number[] = [];
  const starts: number[] = [];
  let position = 0;
  while (position < times.length) {
    const date = new Date((times[position] ?? 0) * 1000);
    months.push(date.getFullYear() * 12 + date.getMonth());
    starts.push(position);
    const began = Math.floor(new Date(date.getFullYear(), date.getMonth(), 1).getTime() / 1000);
    position = firstBefore(began, position + 1, times);
  }
  return { months: Int32Array.from(months), starts: Int32Array.from(starts) };
}

/** The first position, from `low` on, whose time is before `time` (seconds); the length of the list if there is none. */
export function firstBefore(time: number, low: number, times: Int32Array): number {
  let high = times.length;
  let at = low;
  while (at < high) {
    const middle = (at + high) >>> 1;
    if ((times[middle] ?? 0) < time) high = middle;
    else at = middle + 1;
  }
  return at;
}
