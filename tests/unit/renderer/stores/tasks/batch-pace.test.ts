import { expect, test } from 'vitest';
import { timeLeft, withMark, type Mark } from '../../../../../renderer/stores/tasks/batch-pace.ts';

const marksOf = (...marks: readonly (readonly [seconds: number, ended: number])[]): readonly Mark[] => marks.reduce<readonly Mark[]>((all, [seconds, ended]) => withMark(all, { at: seconds * 1000, ended }), []);

test('the rest takes as long as the recent tasks did', () => {
  expect(timeLeft(marksOf([0, 0], [10, 5], [20, 10]), 30, 20_000)).toBe(60_000);
});

test('without progress, or over a moment, no pace is known', () => {
  expect(timeLeft(marksOf([0, 3], [60, 3]), 30, 60_000)).toBeNull();
  expect(timeLeft(marksOf([0, 0], [2, 9]), 30, 2_000)).toBeNull();
  expect(timeLeft([], 30, 0)).toBeNull();
});

test('a batch that stands still takes longer and longer, and then has no pace', () => {
  const marks = marksOf([0, 0], [10, 10]);
  expect(timeLeft(marks, 10, 30_000)).toBe(30_000);
  expect(timeLeft(marks, 10, 20 * 60_000)).toBeNull();
});

test('only the recent past counts, and many marks a second are one', () => {
  const marks = marksOf([0, 0], [700, 1], [710, 2], [710.2, 3], [710.4, 4]);
  expect(marks.map(({ ended }) => ended)).toEqual([1, 4]);
});
