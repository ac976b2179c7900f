import type { EpochMs } from '../../../shared/task.ts';

/** A time in ISO 8601: in UTC, with milliseconds. */
export function isoText(time: EpochMs): string;
export function isoText(time: EpochMs | null): string | null;
export function isoText(time: EpochMs | null): string | null {
  return time === null ? null : new Date(Math.round(time)).toISOString();
}
