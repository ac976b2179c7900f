/** Pseudo-random numbers that depend only on the seed. */
export interface Dice {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Each label has its own sequence, so that a family does not depend on the others. */
export function createDice(seed: number, label: string): Dice {
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
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from.');
      return value;
    },
    chance: (probability) => next() < probability,
  };
}
