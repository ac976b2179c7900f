import { expect, test } from 'vitest';
import { marksOf, packedMarks } from '../../../../../shared/library/marks.ts';
import { firstUndecided, flagged, mostCulled, nextToDecide, piecesOf, tally, withMarks, type Culling } from '../../../../../renderer/stores/cull/culling.ts';

const packed = (flag: 'pick' | 'reject' | null): number => packedMarks({ ...marksOf(0), flag });

function culling(...flags: readonly ('pick' | 'reject' | null)[]): Culling {
  return { ids: flags.map((_, at) => at + 1), marks: Uint16Array.from(flags, packed), beyond: 0, acted: false };
}

test('counts what is decided, and finds what is not', () => {
  const pass = culling('pick', null, 'reject', null, 'pick');
  expect(tally(pass)).toEqual({ picked: 2, rejected: 1, undecided: 2 });
  expect(firstUndecided(pass)).toBe(2);
  expect(flagged(pass, 'pick')).toEqual([1, 5]);
  expect([0, 1, 3, 4].map((at) => nextToDecide(pass, at, true))).toEqual([2, 4, null, null]);
  expect([0, 1, 3, 4].map((at) => nextToDecide(pass, at, false))).toEqual([2, 3, 5, null]);
});

test('changes the marks of one picture and leaves the former state as it was', () => {
  const before = culling(null, null);
  const after = withMarks(before, 2, packed('pick'));
  expect([tally(before).picked, tally(after).picked]).toEqual([0, 1]);
  expect(withMarks(after, 2, packed('pick'))).toBe(after);
  expect(withMarks(after, 9, packed('pick'))).toBe(after);
});

test('reads a selection in pieces, and no more than one pass takes', () => {
  expect(piecesOf([[0, 5], [10, 12]], 2)).toEqual([[0, 2], [2, 4], [4, 5], [10, 12]]);
  const pieces = piecesOf([[0, 3], [5, 1_000_000]], 1000);
  expect(pieces.reduce((sum, [first, end]) => sum + end - first, 0)).toBe(mostCulled);
  expect(Math.max(...pieces.map(([first, end]) => end - first))).toBe(1000);
});
