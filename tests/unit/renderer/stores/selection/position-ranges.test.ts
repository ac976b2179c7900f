import { describe, expect, test } from 'vitest';
import type { Ranges } from '../../../../../renderer/stores/selection/position-ranges.ts';
import { countOf, includes, nothing, span, toggled, withoutRange, withRange } from '../../../../../renderer/stores/selection/position-ranges.ts';
import type { Range } from '../../../../../shared/library/view.ts';
import { createDice } from '../../../../support/dice.ts';

const some: Ranges = [
  [2, 5],
  [8, 9],
  [20, 30],
];

describe('ranges', () => {
  test('between two positions contain both, in either order', () => {
    expect(span(3, 7)).toEqual([3, 8]);
    expect(span(7, 3)).toEqual([3, 8]);
    expect(span(4, 4)).toEqual([4, 5]);
  });

  test('are counted without visiting each position', () => {
    expect(countOf(some)).toBe(14);
    expect(countOf([[0, 1_000_000]])).toBe(1_000_000);
  });

  test.each<readonly [Range, Ranges]>([
    [[0, 1], [[0, 1], ...some]],
    [[0, 2], [[0, 5], [8, 9], [20, 30]]],
    [[5, 8], [[2, 9], [20, 30]]],
    [[4, 25], [[2, 30]]],
    [[0, 99], [[0, 99]]],
    [[3, 4], some],
    [[40, 41], [...some, [40, 41]]],
    [[7, 7], some],
  ])('take up %j', (range, expected) => {
    expect(withRange(some, range)).toEqual(expected);
  });

  test.each<readonly [Range, Ranges]>([
    [[0, 2], some],
    [[2, 5], [[8, 9], [20, 30]]],
    [[22, 24], [[2, 5], [8, 9], [20, 22], [24, 30]]],
    [[3, 21], [[2, 3], [21, 30]]],
    [[0, 99], []],
    [[7, 7], some],
  ])('give up %j', (range, expected) => {
    expect(withoutRange(some, range)).toEqual(expected);
  });

  test('behave like a set of numbers', () => {
    let ranges = nothing;
    const set = new Set<number>();
    const { below } = createDice(7);
    for (let round = 0; round < 400; round += 1) {
      const first = below(60);
      const range: Range = [first, first + below(9)];
      const kind = below(3);
      if (kind === 0) ranges = withRange(ranges, range);
      else if (kind === 1) ranges = withoutRange(ranges, range);
      else ranges = toggled(ranges, [[first, first + 1]]);
      if (kind === 2) {
        if (!set.delete(first)) set.add(first);
      } else {
        for (let at = range[0]; at < range[1]; at += 1) if (kind === 0) set.add(at);
        else set.delete(at);
      }
      expect(Array.from({ length: 80 }, (_, at) => includes(ranges, at))).toEqual(Array.from({ length: 80 }, (_, at) => set.has(at)));
      expect(countOf(ranges)).toBe(set.size);
      for (let at = 1; at < ranges.length; at += 1) expect(ranges[at]?.[0]).toBeGreaterThan(ranges[at - 1]?.[1] ?? 0);
    }
  });
});
