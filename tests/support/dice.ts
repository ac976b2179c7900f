/** Pseudo-random numbers that depend only on the seed, so that a failure can be repeated. */
export interface Dice {
  /** In [0, 1). */
  readonly next: () => number;
  /** An integer from 0 to below `limit`. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
}

/** Each label has its own sequence, so that what uses one does not depend on the others. */
export function createDice(seed: number, label = ''): Dice {
  let state = seed >>> 0;
  for (const letter of label) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(values: readonly T[]) {
      if (values.length === 0) throw new Error('There is nothing to pick from.');
      return values[below(values.length)] as T;
    },
    chance: (probability) => next() < probability,
  };
}
