import { describe, expect, it } from 'vitest';
import { splicesBetween } from '../../../../electron/database/views/splices.ts';
import type { Splice } from '../../../../shared/library/view.ts';
import { createDice } from '../../../support/dice.ts';

const rows = (...ids: number[]): Int32Array => Int32Array.from(ids);
const upTo = (count: number): Int32Array => Int32Array.from({ length: count }, (_none, at) => count - at);

/** The new list, as far as splices tell it: old rows in their new places, and null where a row was inserted. */
function applied(before: Int32Array, splices: readonly Splice[]): readonly (number | null)[] {
  const result: (number | null)[] = [];
  let done = 0;
  for (const { at, removed, inserted } of splices) {
    expect(at, 'splices are in order and do not overlap').toBeGreaterThanOrEqual(done);
    expect(removed + inserted).toBeGreaterThan(0);
    result.push(...before.subarray(done, at), ...Array.from({ length: inserted }, () => null));
    done = at + removed;
  }
  expect(done).toBeLessThanOrEqual(before.length);
  return [...result, ...before.subarray(done)];
}

function expectCorrect(before: Int32Array, after: Int32Array): readonly Splice[] {
  const splices = splicesBetween(before, after);
  const result = applied(before, splices);
  expect(result).toHaveLength(after.length);
  expect(result.map((row, at) => row ?? after[at])).toEqual([...after]);
  return splices;
}

const total = (splices: readonly Splice[], what: 'removed' | 'inserted'): number => splices.reduce((sum, splice) => sum + splice[what], 0);

describe('common changes are told exactly', () => {
  it.each<[string, Int32Array, Int32Array, readonly Splice[]]>([
    ['nothing', rows(3, 2, 1), rows(3, 2, 1), []],
    ['nothing of nothing', rows(), rows(), []],
    ['new rows in front', rows(3, 2, 1), rows(5, 4, 3, 2, 1), [{ at: 0, removed: 0, inserted: 2 }]],
    ['a late sibling behind the first', rows(3, 2, 1), rows(3, 4, 2, 1), [{ at: 1, removed: 0, inserted: 1 }]],
    ['new rows at the end', rows(3, 2), rows(3, 2, 9, 8), [{ at: 2, removed: 0, inserted: 2 }]],
    ['rows that went, and a new one', rows(6, 5, 4, 3, 2, 1), rows(7, 6, 4, 3), [{ at: 0, removed: 0, inserted: 1 }, { at: 1, removed: 1, inserted: 0 }, { at: 4, removed: 2, inserted: 0 }]],
    ['a row that moved down', rows(5, 4, 3, 2, 1), rows(4, 3, 2, 5, 1), [{ at: 0, removed: 1, inserted: 0 }, { at: 4, removed: 0, inserted: 1 }]],
    ['a row that moved up', rows(5, 4, 3, 2, 1), rows(2, 5, 4, 3, 1), [{ at: 0, removed: 0, inserted: 1 }, { at: 3, removed: 1, inserted: 0 }]],
    ['all rows replaced', rows(3, 2, 1), rows(9, 8), [{ at: 0, removed: 3, inserted: 2 }]],
    ['everything', rows(), rows(2, 1), [{ at: 0, removed: 0, inserted: 2 }]],
    ['rows far apart', rows(2_000_000_000, 5), rows(2_000_000_000, 1_000_000_000, 5, 1), [{ at: 1, removed: 0, inserted: 1 }, { at: 2, removed: 0, inserted: 1 }]],
  ])('%s', (_what, before, after, expected) => {
    expect(expectCorrect(before, after)).toEqual(expected);
  });

  it('a block of rows that moved is two splices', () => {
    const all = [...upTo(1000)];
    const moved = all.splice(100, 50);
    all.splice(700, 0, ...moved);
    expect(expectCorrect(upTo(1000), Int32Array.from(all))).toEqual([{ at: 100, removed: 50, inserted: 0 }, { at: 750, removed: 0, inserted: 50 }]);
  });
});

describe('any change', () => {
  it.each(Array.from({ length: 60 }, (_none, seed) => seed))('is told correctly (%i)', (seed) => {
    const { below } = createDice(seed);
    const spread = [1, 3, 1000][seed % 3] ?? 1;
    const before = Array.from({ length: below(400) }, (_none, at) => (at + 1) * spread);
    const after = [...before];
    for (let step = below(40); step > 0; step -= 1) {
      const kind = below(4);
      if (kind === 0) after.splice(below(after.length + 1), 0, ...Array.from({ length: below(5) }, (_none, at) => (1000 + step * 10 + at) * spread));
      else if (kind === 1) after.splice(below(after.length), below(5));
      else if (kind === 2) after.splice(below(after.length), 0, ...after.splice(below(after.length), below(9)));
      else if (seed % 10 === 0) after.reverse();
    }
    expectCorrect(Int32Array.from(before), Int32Array.from(after));
    expectCorrect(Int32Array.from(after), Int32Array.from(before));
  });

  it('without a moved row names each row that went or came, and no other', () => {
    const dice = createDice(7);
    for (let round = 0; round < 20; round += 1) {
      const before = upTo(300).filter(() => dice.chance(0.9));
      const after = upTo(300).filter((row) => (before.includes(row) ? dice.chance(0.95) : dice.chance(0.3)));
      const splices = expectCorrect(before, after);
      expect(total(splices, 'removed')).toBe(before.filter((row) => !after.includes(row)).length);
      expect(total(splices, 'inserted')).toBe(after.filter((row) => !before.includes(row)).length);
    }
  });

  it('is told in at most 200 splices, and those nearest to each other are merged', () => {
    const before = upTo(100_000);
    const everySecond = before.filter((row) => row % 2 === 0);
    expect(expectCorrect(before, everySecond).length).toBeLessThanOrEqual(200);
    const scattered = before.filter((row) => row % 400 !== 0 && !(row > 50_000 && row < 50_100 && row % 2 === 0));
    const splices = expectCorrect(before, scattered);
    expect(splices).toHaveLength(200);
    expect(total(splices, 'inserted'), 'most rows between the splices are left out').toBeLessThan(30_000);
  });

  it('of a list in a new order is told, whatever the order', () => {
    const dice = createDice(3);
    const shuffled = upTo(5000).map((row) => row + dice.below(1e5) * 5000).sort().map((key) => (key % 5000) + 1);
    expect(expectCorrect(upTo(5000), shuffled).length).toBeLessThanOrEqual(200);
    expectCorrect(upTo(5000), upTo(5000).toReversed());
  });
});
