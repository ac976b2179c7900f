/** The value in the middle; of an even number, the mean of both. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? (sorted[Math.floor(middle)] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The smallest value that so large a share of all is not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Runs both (or all) sides in turns and gives each side's values, so that what else the machine does weighs on all of them. Whoever
 * goes first changes from round to round.
 */
export async function interleaved<Side extends string, Value>(sides: Readonly<Record<Side, () => Promise<Value>>>, runs: number): Promise<Record<Side, Value[]>> {
  const names = Object.keys(sides) as Side[];
  const values = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Side, Value[]>;
  for (let run = 0; run < runs; run += 1) {
    for (let at = 0; at < names.length; at += 1) {
      const name = names[(at + run) % names.length];
      if (name !== undefined) values[name].push(await sides[name]());
    }
  }
  return values;
}

/** Milliseconds that something took. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
