import { dayKey, type Groups, type Months } from '../../../../shared/library/view.ts';
import { createColumn } from '../number-list.ts';

const isRising = (times: Int32Array): boolean => (times[0] ?? 0) < (times.at(-1) ?? 0);

/** Where each month (in local time) begins in a list of times in either direction. Times are in seconds since the epoch. */
export function monthsOf(times: Int32Array): Months {
  const { numbers, starts } = spansOf(times, { number: (date) => date.getFullYear() * 12 + date.getMonth(), start: (date, later) => new Date(date.getFullYear(), date.getMonth() + later, 1) });
  return { months: numbers, starts };
}

/** The days of such a list, as groups. */
export function daysOf(times: Int32Array): Groups {
  const { numbers, starts } = spansOf(times, { number: dayKeyOf, start: (date, later) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + later) });
  return { by: 'day', starts, keys: numbers };
}

const dayKeyOf = (date: Date): number => dayKey(date.getFullYear(), date.getMonth(), date.getDate());

interface Calendar {
  /** The number of the span that contains a time. */
  readonly number: (date: Date) => number;
  /** When that span begins, or the one after it (`later` 1). */
  readonly start: (date: Date, later: 0 | 1) => Date;
}

/** A binary search reads only a few times for each span. */
function spansOf(times: Int32Array, { number, start }: Calendar): { readonly numbers: Int32Array; readonly starts: Int32Array } {
  const rising = isRising(times);
  const [numbers, starts] = [createColumn(0), createColumn(0)];
  let position = 0;
  while (position < times.length) {
    const date = new Date((times[position] ?? 0) * 1000);
    numbers.push(number(date));
    starts.push(position);
    const began = (later: 0 | 1): number => Math.floor(start(date, later).getTime() / 1000);
    position = rising ? firstFrom(began(1), position + 1, times) : firstBefore(began(0), position + 1, times);
  }
  return { numbers: numbers.take(), starts: starts.take() };
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
