/** Numbers that only the seed decides: the same seed makes the same library on every computer. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  chance(share: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** As words are used: the first often, the n-th about 1/n as often. */
  pickByRank<T>(values: readonly T[]): T;
  /** One of the values, each as often as its weight says. */
  weighted<T>(values: readonly (readonly [value: T, weight: number])[]): T;
  uuid(): string;
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The generator "sfc32": small, fast, and good enough for everything but secrets. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const bits = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 16; round += 1) bits();

  const next = (): number => bits() / 2 ** 32;
  const at = <T>(values: readonly T[], index: number): T => {
    const value = values[index];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  };
  return {
    next,
    below: (end) => Math.floor(next() * end),
    chance: (share) => next() < share,
    pick: (values) => at(values, Math.floor(next() * values.length)),
    pickByRank: (values) => at(values, Math.min(values.length, Math.floor((values.length + 1) ** next())) - 1),
    weighted(values) {
      let rest = next() * values.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of values) {
        rest -= weight;
        if (rest < 0) return value;
      }
      return at(values, values.length - 1)[0];
    },
    uuid() {
      let text = '';
      for (let word = 0; word < 4; word += 1) {
        const four = bits();
        for (let byte = 0; byte < 4; byte += 1) {
          const value = (four >>> (8 * byte)) & 255;
          const index = 4 * word + byte;
          text += hex[index === 6 ? (value & 15) | 64 : index === 8 ? (value & 63) | 128 : value];
          if (index === 3 || index === 5 || index === 7 || index === 9) text += '-';
        }
      }
      return text;
    },
  };
}
