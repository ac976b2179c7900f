import type { Months } from '../../../../shared/library/view.ts';

const isRising = (times: Int32Array): boolean => (times[0] ?? 0) < (times.at(-1) ?? 0);

/**
 * Finds where each month (in local time) begins in a list of times in either direction. Times are in seconds since the epoch. A binary search reads only
 * a few of them for each month.
 */
export function monthsOf(times: Int32Array): Months {
  const rising = isRising(times);
  const months: number[] = [];
  const starts: number[] = [];
  let position = 0;
  while (position < times.length) {
    const date = new Date((times[position] ?? 0) * 1000);
    months.push(date.getFullYear() * 12 + date.getMonth());
    starts.push(position);
    const began = (month: number): number => Math.floor(new Date(date.getFullYear(), month, 1).getTime() / 1000);
    position = rising ? firstFrom(began(date.getMonth() + 1), position + 1, times) : firstBefore(began(date.getMonth()), position + 1, times);
  }
  return { months: Int32Array.from(months), starts: Int32Array.from(starts) };
}

/** The position of the newest picture before `time` (seconds) in a list of times in either direction; the length of the list if there is none. */
export function newestBefore(time: number, times: Int32Array): number {
  if (!isRising(times)) return firstBefore(time, 0, times);
  const next = firstFrom(time, 0, times);
  return next === 0 ? times.length : next - 1;
}

/** In a list of descending times, the first position at or after `low` with a time before `time` (seconds). The length of the list if there is none. */
export function firstBefore(time: number, low: number, times: Int32Array): number {
  return firstWhere(low, times.length, (at) => (times[at] ?? 0) < time);
}

/** In a list of ascending times, the first position with a time not before `time`. */
function firstFrom(time: number, low: number, times: Int32Array): number {
  return firstWhere(low, times.length, (at) => (times[at] ?? 0) >= time);
}

/** The first position that satisfies a condition, if all later positions satisfy it too. */
function firstWhere(low: number, end: number, holds: (at: number) => boolean): number {
  let [at, high] = [low, end];
  while (at < high) {
    const middle = (at + high) >>> 1;
    if (holds(middle)) high = middle;
    else at = middle + 1;
  }
  return at;
}
