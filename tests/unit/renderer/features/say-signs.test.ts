import { expect, test } from 'vitest';
import { marksOf, packedMarks } from '../../../../shared/library/view.ts';
import { wordsFor } from '../../../../shared/words/index.ts';
import { saySigns } from '../../../../renderer/features/marks/say-signs.ts';

const say = wordsFor('en-GB');

test.each([
  [false, 0, ''],
  [true, 0, 'Favourite'],
  [false, 1, '1 star'],
  [false, 5, '5 stars'],
  [true, 4, 'Favourite, 4 stars'],
])('favourite %s, rating %i: “%s”', (favourite, rating, words) => {
  expect(saySigns(say, { favourite, rating })).toBe(words);
});

test('marks are the same after they were packed and read', () => {
  for (const favourite of [false, true]) for (const rating of [0, 1, 2, 3, 4, 5]) expect(marksOf(packedMarks({ favourite, rating }))).toEqual({ favourite, rating });
});
