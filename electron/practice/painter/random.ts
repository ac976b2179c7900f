/** A 32-bit hash of a text (FNV-1a with a final avalanche). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Repeatable random numbers. */
export interface Random {
  /** In [0, 1). */
  (): number;
  between(low: number, high: number): number;
  /** Whole, from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Normal distribution, mean 0, deviation 1. */
  normal(): number;
}

/** Random numbers that follow from `seed` alone (sfc32). */
export function createRandom(seed: string): Random {
  let a = hashOf(`a${seed}`);
  let b = hashOf(`b${seed}`);
  let c = hashOf(`c${seed}`);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  const between = (low: number, high: number): number => low + (high - low) * next();
  return Object.assign(next, {
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    chance: (probability: number) => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  });
}
