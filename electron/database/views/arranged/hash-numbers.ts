/** Numbers hashes from 1, in the order in which they are first seen. */
export interface HashNumbers {
  of(hash: number): number;
}

/** An open-addressing table. A `Map` takes three times as long and as much memory for a million hashes. */
export function createHashNumbers(): HashNumbers {
  let hashes = new Float64Array(1024);
  let numbers = new Int32Array(hashes.length);
  let count = 0;

  /** Where a hash is, or where it belongs. */
  const placeOf = (hash: number): number => {
    const mask = hashes.length - 1;
    let at = (hash % 0x100000000) & mask;
    while (numbers[at] !== 0 && hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  };
  const grow = (): void => {
    const [before, numbersBefore] = [hashes, numbers];
    hashes = new Float64Array(2 * before.length);
    numbers = new Int32Array(hashes.length);
    for (let at = 0; at < before.length; at += 1) {
      if (numbersBefore[at] === 0) continue;
      const to = placeOf(before[at] ?? 0);
      hashes[to] = before[at] ?? 0;
      numbers[to] = numbersBefore[at] ?? 0;
    }
  };

  return {
    of(hash) {
      const at = placeOf(hash);
      if (numbers[at] !== 0) return numbers[at] ?? 0;
      count += 1;
      hashes[at] = hash;
      numbers[at] = count;
      if (count > 0.7 * hashes.length) grow();
      return count;
    },
  };
}
