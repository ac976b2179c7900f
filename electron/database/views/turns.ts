import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a long piece of work may keep the thread before it looks whether something else waits. */
const turn = 4;

/**
 * Runs a piece of work that yields between its steps, and gives the thread to others every few milliseconds: a letter that is
 * typed while a million rows are gone through is answered at once. Null when `isStale` said so on the way.
 */
export async function inTurns<T>(work: Generator<void, T>, isStale: () => boolean): Promise<T | null> {
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
