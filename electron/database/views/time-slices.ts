import { setImmediate } from 'node:timers/promises';

/**
 * Milliseconds that a long piece of work may keep the thread before it looks whether something else waits: a letter that is typed
 * meanwhile is to be answered within two.
 */
const turn = 1;

/**
 * Runs a piece of work that yields between its steps, and gives the thread to others every millisecond: a letter that is
 * typed while a million rows are gone through is answered at once. Null when `isStale` said so on the way.
 */
export async function inSlices<T>(work: Generator<void, T>, isStale: () => boolean): Promise<T | null> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < turn) continue;
    await setImmediate();
    if (isStale()) return null;
    began = performance.now();
  }
}

/** Runs a step of so many rows as a turn has time for. */
export type Stride = <T>(step: (rows: number) => T) => T;

const mostRows = 64_000;

/** Where the machine is busy with something else, smaller steps would only make more of them. */
const fewestRows = 2_000;

/** Learns how many rows a turn has time for: a row of one statement takes a hundred times as long as one of another. */
export function createStride(): Stride {
  let rows = fewestRows;
  return (step) => {
    const began = performance.now();
    const result = step(rows);
    const took = performance.now() - began;
    if (took > turn) rows = Math.max(fewestRows, rows / 2);
    else if (took < turn / 3) rows = Math.min(mostRows, rows * 2);
    return result;
  };
}
