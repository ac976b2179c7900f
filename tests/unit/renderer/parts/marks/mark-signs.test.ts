import { expect, test } from 'vitest';
import { flags, labels, marksOf, packedMarks } from '../../../../../shared/library/marks.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { saySigns, signsOf } from '../../../../../renderer/parts/marks/mark-signs.tsx';

const say = wordsFor('en-GB');

test.each([
  [false, 0, false, ''],
  [true, 0, false, 'Favourite'],
  [false, 1, false, '1 star'],
  [false, 5, false, '5 stars'],
  [true, 4, false, 'Favourite, 4 stars'],
  [false, 0, true, 'in the trash'],
  [true, 4, true, 'Favourite, 4 stars, in the trash'],
])('favourite %s, rating %i, thrown away %s: “%s”', (favourite, rating, trashed, words) => {
  expect(saySigns(say, { ...marksOf(0), favourite, rating, trashed })).toBe(words);
});

test('flag, label and note are said and shown before and after the rating', () => {
  const marks = { ...marksOf(0), flag: 'pick', label: 'red', noted: true, rating: 2 } as const;
  expect(saySigns(say, marks)).toBe('Picked, red label, 2 stars, has a note');
  expect(signsOf(marks)).toEqual({ decided: ['pick', 'red', 'note'], rated: ['star', 'star'] });
  expect(saySigns(say, { ...marksOf(0), flag: 'reject', trashed: true })).toBe('Rejected, in the trash');
});

test('marks survive packing and reading', () => {
  for (const favourite of [false, true])
    for (const trashed of [false, true])
      for (const rating of [0, 1, 2, 3, 4, 5])
        for (const flag of [null, ...flags])
          for (const label of [null, ...labels])
            for (const noted of [false, true]) {
              const marks = { ...marksOf(0), favourite, rating, trashed, flag, label, noted };
              expect(marksOf(packedMarks(marks))).toEqual(marks);
            }
});
