/** Milliseconds of work between two turns of the event loop. A waiting query is delayed by several of these. */
const sliceMs = 2;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs a generator to its end in short slices, so that the thread keeps answering. Rejects when `signal` aborts. */
export async function inSlices<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await nextTurn();
    signal.throwIfAborted();
  }
}
