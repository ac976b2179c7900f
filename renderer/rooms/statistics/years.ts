import { dayOfKey } from '../../../shared/library/view.ts';
import { showSearch } from '../../parts/albums/places.ts';
import type { DayCounts } from './use-statistics.ts';

/** The year of a day. */
export const yearOf = (key: number): number => Math.floor(key / 32 / 12);

/** The years with pictures and this year, the newest first. */
export function yearsOf(counts: DayCounts, now: number): readonly number[] {
  return [...new Set([now, ...[...counts.keys()].map(yearOf)])].sort((a, b) => b - a);
}

/** A day as the search reads it. */
function writtenDay(key: number): string {
  const date = dayOfKey(key);
  return [String(date.getFullYear()).padStart(4, '0'), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');
}

/** Shows the pictures of a day in the library. */
export const showDay = (key: number): void => showSearch(`on:${writtenDay(key)} `);
