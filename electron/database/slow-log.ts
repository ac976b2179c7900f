/** Hears of what kept a thread for long: a commit waits for whatever is before it. */
export type Slow = (name: string, milliseconds: number) => void;

/** Milliseconds from which on something is reported. */
const slow = 100;

/** Runs something that keeps the thread, and reports it where it takes long. */
export function timed<T>(name: string, report: Slow, run: () => T): T {
  const began = performance.now();
  try {
    return run();
  } finally {
    const took = performance.now() - began;
    if (took >= slow) report(name, Math.round(took));
  }
}
