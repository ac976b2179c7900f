import type { Report } from './contract.ts';

/** Milliseconds from which on something is logged: a commit waits for whatever is before it. */
const slow = 100;

/** Runs something that keeps the thread, and reports its name where it takes long. */
export function timed<T>(name: string, report: Report, run: () => T): T {
  const began = performance.now();
  try {
    return run();
  } finally {
    const took = performance.now() - began;
    if (took >= slow) report(`Slow: ${name} took ${Math.round(took)} ms`);
  }
}
