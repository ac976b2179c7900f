import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which long work may keep the thread, because calls that arrive meanwhile are to be answered at once. */
const turn = 1;

/** Runs work that yields between its steps, and lets the thread answer other calls every millisecond. Null if `isStale` stopped it. */
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

/** Runs a step with as many rows as a turn has time for. */
export type Stride = <T>(step: (rows: number) => T) => T;

const mostRows = 256_000;

/** Smaller steps would only be more of them, on a machine that is busy with something else. */
const fewestRows = 2_000;

/** Learns how many rows a turn has time for, because a row of one statement takes a hundred times as long as one of another. */
export function createStride(firstRows = fewestRows): Stride {
  let rows = firstRows;
  return (step) => {
    const began = performance.now();
    const result = step(rows);
    const took = performance.now() - began;
    if (took > turn) rows = Math.max(fewestRows, rows / 2);
    else if (took < turn / 3) rows = Math.min(mostRows, rows * 2);
    return result;
  };
}
