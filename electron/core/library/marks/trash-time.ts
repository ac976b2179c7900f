import { z } from 'zod';
import { daysInTrash } from '../../../../shared/library/marks.ts';
import type { EpochMs } from '../../../../shared/task.ts';
import { readJsonFile } from '../../util/json-file.ts';
import { writeWholeFile } from '../../util/whole-file.ts';

/** One reading of the wall clock. */
export interface ClockReading {
  readonly at: EpochMs;
  /** Milliseconds that count as passed since the reading before. */
  readonly passed: number;
}

const day = 86_400_000;
/** Clocks are corrected, and two systems on one computer may be hours apart. */
const slip = day;
/** The most that counts between two readings. A clock that is wrong once adds no more than this, so this much is required in addition. */
const longestStep = 3 * day;
const required = daysInTrash * day + longestStep;

/**
 * Adds a reading, at most one a day, and drops those that are no longer needed. The clock may be wrong: a year ahead at one start, or back in the
 * year 2000. So a step forward counts for three days at most, and after a step back the count begins again.
 */
export function withReading(readings: readonly ClockReading[], now: EpochMs): readonly ClockReading[] {
  const last = readings.at(-1);
  if (last === undefined || now < last.at - slip) return [{ at: now, passed: 0 }];
  if (now < last.at + day) return readings;
  const next = [...readings, { at: now, passed: Math.min(now - last.at, longestStep) }];
  while (passedIn(next.slice(1)) >= required) next.shift();
  return next;
}

/** Pictures that were thrown away until this moment have been in the trash for thirty days. Null: none have. */
export function dueTime(readings: readonly ClockReading[]): EpochMs | null {
  const [first] = readings;
  return first !== undefined && passedIn(readings) >= required ? first.at : null;
}

/** The time between the first reading and the last. */
function passedIn(readings: readonly ClockReading[]): number {
  return readings.slice(1).reduce((sum, { passed }) => sum + passed, 0);
}

const schema = z.array(z.object({ at: z.number(), passed: z.number() }));

/** None if the file is missing or damaged. Everything in the trash then stays for another thirty days. */
export async function readReadings(file: string): Promise<readonly ClockReading[]> {
  return (await readJsonFile(file, schema)) ?? [];
}

/** Rejects as `writeWholeFile` does. */
export async function writeReadings(file: string, readings: readonly ClockReading[]): Promise<void> {
  await writeWholeFile(file, [JSON.stringify(readings)]);
}
