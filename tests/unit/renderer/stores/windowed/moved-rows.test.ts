import { expect, test } from 'vitest';
import { splicesBetween } from '../../../../../electron/database/views/splices.ts';
import { nextAfter, positionAfter, rangesAfter } from '../../../../../renderer/stores/windowed/moved-rows.ts';
import { includes, nothing } from '../../../../../renderer/stores/selection/position-ranges.ts';
import { createDice } from '../../../../support/dice.ts';

const ahead = [{ at: 0, removed: 0, inserted: 2 }];

test('rows that come ahead of a row move it, and those after it do not', () => {
  expect([positionAfter(ahead, 0), positionAfter(ahead, 7)]).toEqual([2, 9]);
  expect(positionAfter([{ at: 8, removed: 1, inserted: 3 }], 7)).toBe(7);
});

test('a row that was removed is nowhere, and the next row that stays has its place', () => {
  const splices = [{ at: 2, removed: 3, inserted: 1 }];
  expect([positionAfter(splices, 3), positionAfter(splices, 5)]).toEqual([null, 3]);
  expect(nextAfter(splices, 3)).toBe(3);
});

test('a selection keeps its rows, and does not take in those that come between them', () => {
  expect(rangesAfter([{ at: 3, removed: 0, inserted: 2 }], [[1, 5]])).toEqual([[1, 3], [5, 7]]);
  expect(rangesAfter([{ at: 3, removed: 2, inserted: 0 }], [[1, 8]])).toEqual([[1, 6]]);
  expect(rangesAfter([{ at: 0, removed: 9, inserted: 0 }], [[1, 8]])).toEqual(nothing);
});

test('everything up to an end that is not known yet stays selected', () => {
  expect(rangesAfter(ahead, [[0, Infinity]])).toEqual([[2, Infinity]]);
});

test('any rows and any selection are where the ids say', () => {
  const { below } = createDice(7);
  for (let round = 0; round < 300; round += 1) {
    const before = Array.from({ length: below(40) }, (_, at) => at + 1);
    const stay = before.filter(() => below(4) > 0);
    const after = Array.from({ length: below(10) }).reduce<number[]>((ids, _, at) => ids.toSpliced(below(ids.length + 1), 0, 100 + at), stay);
    const splices = splicesBetween(Int32Array.from(before), Int32Array.from(after));
    const from = below(before.length + 1);
    const selected = before.length === 0 ? nothing : ([[from, from + 1 + below(9)]] as const).filter(([first]) => first < before.length);
    const now = rangesAfter(splices, selected);
    before.forEach((id, at) => {
      const position = positionAfter(splices, at);
      expect(position).toBe(after.includes(id) ? after.indexOf(id) : null);
      if (position !== null) expect(includes(now, position)).toBe(includes(selected, at));
    });
    for (const id of after.filter((each) => each >= 100)) expect(includes(now, after.indexOf(id))).toBe(false);
  }
});
