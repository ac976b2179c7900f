/** Numbers in [0, 1), for jitter. */
export type Random = () => number;

const shortest = 3_000;

/**
 * Milliseconds to wait after this many failures in a row: doubling from 3 s up to `longest`, with jitter, so that tasks that failed together
 * are not retried together.
 */
export function backoff(failures: number, random: Random, longest = 60_000): number {
  // The exponent is limited, because 2 ** n becomes infinite long before a task gives up.
  const ceiling = Math.min(longest, shortest * 2 ** Math.min(failures, 30));
  return Math.max(shortest, ceiling / 2 + (random() * ceiling) / 2);
}
