/** Called for whatever kept a thread busy for a long time, because a commit has to wait for it. */
export type Slow = (name: string, milliseconds: number) => void;

/** Milliseconds. */
const slow = 100;

/** Runs a synchronous function, and reports it if it takes long. */
export function timed<T>(name: string, report: Slow, run: () => T): T {
  const began = performance.now();
  try {
    return run();
  } finally {
    const took = performance.now() - began;
    if (took >= slow) report(name, Math.round(took));
  }
}
