/** Runs one step, with as many rows as a millisecond or two allows. */
export type Stride = <T>(step: (rows: number) => T) => T;

/** Milliseconds that a step should take. Calls that arrive meanwhile are answered before the next (call-queue.ts). */
const stepMs = 1;

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
    if (took > stepMs) rows = Math.max(fewestRows, rows / 2);
    else if (took < stepMs / 3) rows = Math.min(mostRows, rows * 2);
    return result;
  };
}
