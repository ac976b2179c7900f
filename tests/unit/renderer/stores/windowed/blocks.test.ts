import { expect, test } from 'vitest';
import { findRow, missing, noBlocks, rowAt, rowsIn, spliced, withChanged, withOutdated, withRows, type Blocks } from '../../../../../renderer/stores/windowed/blocks.ts';

const size = 100;
const rows = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, at) => first + at);
/** In these views, each row is its position. */
const block = (number: number, into: Blocks<number>): Blocks<number> => withRows(into, number * size, rows(number * size, size));
const opened = (count = 150): Blocks<number> => withRows(noBlocks<number>(size, 40), 0, rows(0, count));
const read = (blocks: Blocks<number>, count: number): (number | null)[] => Array.from({ length: count }, (_, at) => rowAt(blocks, at));

test('the beginning is there at once, and the rest of its last block is requested when it is in sight', () => {
  const blocks = opened();
  expect([rowAt(blocks, 149), rowAt(blocks, 150), rowAt(blocks, -1)]).toEqual([149, null, null]);
  expect(missing(blocks, [0, 150])).toEqual([]);
  expect(missing(blocks, [0, 151])).toEqual([1]);
});

test('a block is requested until it is loaded, and then found by position and by row', () => {
  const blocks = block(5000, opened());
  expect(missing(opened(), [500_000, 500_040])).toEqual([5000]);
  expect(missing(blocks, [500_000, 500_040])).toEqual([]);
  expect([findRow(blocks, (row) => row === 500_001), findRow(blocks, (row) => row === 700_000)]).toEqual([500_001, -1]);
});

test('the middle of the positions is requested first', () => {
  expect(missing(opened(), [1000, 1500])).toEqual([12, 11, 13, 10, 14]);
});

test('rows are read together only if all of them are loaded', () => {
  expect(rowsIn(opened(), 98, 102)).toEqual([98, 99, 100, 101]);
  expect(rowsIn(opened(), 148, 152)).toBeNull();
});

test('the blocks that are farthest away are dropped first', () => {
  let blocks = opened();
  for (let number = 0; number < 100; number += 1) blocks = block(number, blocks);
  expect(blocks.loaded.size).toBe(40);
  expect([rowAt(blocks, 99 * size), rowAt(blocks, 60 * size), rowAt(blocks, 59 * size)]).toEqual([9900, 6000, null]);
});

test('outdated rows are shown as they are, and requested again', () => {
  const blocks = withOutdated(block(3, opened()), (row) => row === 305);
  expect(rowAt(blocks, 305)).toBe(305);
  expect([missing(blocks, [0, 100]), missing(blocks, [300, 400])]).toEqual([[], [3]]);
  expect(missing(block(3, blocks), [300, 400])).toEqual([]);
});

test('a changed row is replaced in its place, and nothing else', () => {
  const blocks = block(3, opened());
  const changed = withChanged(blocks, (row) => (row === 7 ? -7 : row));
  expect(rowAt(changed, 7)).toBe(-7);
  expect(changed.loaded.get(3)).toBe(blocks.loaded.get(3));
  expect(withChanged(blocks, (row) => row)).toBe(blocks);
});

test('rows that stay are loaded where they are now, and rows that came are requested', () => {
  const blocks = spliced(opened(), [{ at: 0, removed: 0, inserted: 2 }, { at: 98, removed: 2, inserted: 0 }, { at: 110, removed: 0, inserted: 1 }]);
  expect(read(blocks, 152)).toEqual([null, null, ...rows(0, 98), ...rows(100, 10), null, ...rows(110, 40), null]);
  expect([missing(blocks, [0, 2]), missing(blocks, [2, 100]), missing(blocks, [100, 151])]).toEqual([[0], [], [1]]);
});

test('outdated rows are requested again after they have moved', () => {
  const blocks = spliced(withOutdated(block(3, opened()), (row) => row === 305), [{ at: 0, removed: 0, inserted: 50 }]);
  expect(missing(blocks, [60, 70])).toEqual([]);
  expect(missing(blocks, [350, 360])).toEqual([3]);
});
