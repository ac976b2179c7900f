import { expect, it } from 'vitest';
import { groupCopies, mostOfValue } from '../../../../electron/database/views/similar/copy-groups.ts';

/** Pictures that all have one hash. Each look-up of a checksum is counted: there is one for each picture that another one is compared with. */
function groupedWithOneHash(count: number, checksumOf: (id: number) => number, colourOf: (id: number) => number) {
  const ids = Int32Array.from({ length: count }, (_, at) => at + 1);
  const numbers = [0, ...ids];
  let [looked, compared] = [0, 0];
  const checksums = new Proxy(Uint16Array.from(numbers, checksumOf), {
    get(target, key) {
      looked += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const hashes = {
    count,
    isKnown: new Uint8Array(count + 1).fill(1),
    low: new Uint32Array(count + 1).fill(0x12345678),
    high: new Uint32Array(count + 1).fill(0x9abcdef0),
    colours: Uint8Array.from(numbers.flatMap((id) => Array.from({ length: 15 }, (_, at) => ((colourOf(id) >> at) & 1) * 255))),
    checksums,
  };
  const cells = {
    areNear: () => {
      compared += 1;
      return false;
    },
    reads: 0,
    cached: 0,
    close: () => {},
  };
  const sets = new Int32Array(count + 1);
  groupCopies({ pause: () => undefined }, hashes, ids, cells, sets);
  expect([...sets.subarray(1)]).toEqual([...ids]);
  return { looked, compared };
}

it.each([
  ['that are flat and have different cells', (id: number) => 1 + id * 7, () => 0],
  ['that are flat and have different cells with the same checksum', () => 1, () => 0],
  ['that are not flat and have different colours', () => 0, (id: number) => id * 7],
] as const)('another hundred pictures with one hash cost no more than the hundred before, also if there are hundreds: of those %s', (_kind, checksumOf, colourOf) => {
  const few = mostOfValue + 20;
  const [first, second, third] = [few, few + 100, few + 200].map((count) => groupedWithOneHash(count, checksumOf, colourOf));
  expect((third?.looked ?? NaN) - (second?.looked ?? NaN)).toBe((second?.looked ?? NaN) - (first?.looked ?? NaN));
  expect((third?.compared ?? NaN) - (second?.compared ?? NaN)).toBe((second?.compared ?? NaN) - (first?.compared ?? NaN));
});
