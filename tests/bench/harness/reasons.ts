import type { Finding } from './figures.ts';

/**
 * Why a metric misses its goal, one sentence each, found out by looking; printed only where the goal is missed. A key is the
 * metric's name, or the name, a colon and how the finding's words begin: `scroll: work on the main thread`.
 */
const reasons: Readonly<Record<string, string>> = {
  'search: keystroke to the first 200': 'the view of the letter before is still put together, and FTS5 walks its list from the start for each slice of that, which holds the reader’s thread for tens of milliseconds.',
};

/** The sentence with the longest key that fits. */
export function reasonFor({ metric, what }: Pick<Finding, 'metric' | 'what'>, known = reasons): string {
  const fits = Object.keys(known).filter((key) => key === metric || `${metric}: ${what}`.startsWith(key));
  const [best] = fits.sort((a, b) => b.length - a.length);
  return (best === undefined ? undefined : known[best]) ?? 'not explained yet.';
}
