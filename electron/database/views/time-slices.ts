import { setImmediate } from 'node:timers/promises';

/** Milliseconds that long work may occupy the thread before waiting calls are answered. */
const sliceMs = 1;

/** Runs work that yields between its steps, and lets the thread answer other calls every millisecond. Returns null if `isStale` stopped it. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T>;
export async function inSlices<T>(work: Generator<void, T>, isStale: () => boolean): Promise<T | null>;
export async function inSlices<T>(work: Generator<void, T>, isStale = (): boolean => false): Promise<T | null> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < sliceMs) continue;
    await setImmediate();
    if (isStale()) return null;
    began = performance.now();
  }
}

/** Runs one step, with as many rows as fit into a slice of time. */
export type Stride = <T>(step: (rows: number) => T) => T;

const mostRows = 256_000;

/** If another program keeps the machine busy, steps are slow whatever their size. Smaller steps would only add overhead. */
const fewestRows = 2_000;

/** Adapts the number of rows to the time that steps take, because a row of one statement can take a hundred times as long as a row of another. */
export function createStride(firstRows = fewestRows): Stride {
  let rows = firstRows;
  return (step) => {
    const began = performance.now();
    const result = step(rows);
    const took = performance.now() - began;
    if (took > sliceMs) rows = Math.max(fewestRows, rows / 2);
    else if (took < sliceMs / 3) rows = Math.min(mostRows, rows * 2);
    return result;
  };
}
