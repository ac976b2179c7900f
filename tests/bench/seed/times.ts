import type { Random } from './random.ts';

const day = 86_400_000;

/** Years over which a library grew. */
const years = 8;

/** Tasks in one sitting, on the average. */
const sitting = 30;

/**
 * When each task was made, oldest first: sittings of many tasks within minutes, days and weeks between them, and ever more of
 * them as the years go by. The last is at `until`.
 */
export function taskTimes(count: number, until: number, random: Random): Float64Array {
  const span = years * 365.25 * day;
  const each = span / Math.max(1, count);
  const within = Math.min(45_000, each * 0.3);
  const between = sitting * (each - within);
  const times = new Float64Array(count);
  let at = 0;
  let left = 0;
  for (let index = 0; index < count; index += 1) {
    if (left === 0) {
      left = 1 + Math.floor(-Math.log(1 - random.next()) * sitting);
      // Half as many in the first year as in the middle, twice as many in the last.
      at += -Math.log(1 - random.next()) * between * (1.6 - (1.2 * index) / count);
    }
    left -= 1;
    at += within * (0.2 + 1.6 * random.next());
    times[index] = at;
  }
  const [first, last] = [times[0] ?? 0, times[count - 1] ?? 0];
  const scale = last === first ? 0 : span / (last - first);
  return times.map((time) => Math.round(until - (last - time) * scale));
}
