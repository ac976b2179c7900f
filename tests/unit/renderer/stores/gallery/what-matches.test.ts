import { expect, test } from 'vitest';
import { looksAtMarks, mayMatchNew } from '../../../../../renderer/stores/gallery/what-matches.ts';

test.each(['is:unrated', 'fox -is:favourite', 'rating:4', 'tag:none', 'model:x OR tag:owl'])('%s depends on marks', (search) => {
  expect(looksAtMarks(search)).toBe(true);
});

test.each(['', 'fox', 'is:trashed', 'is:imported', 'model:x after:today', 'tag:'])('"%s" does not depend on marks', (search) => {
  expect(looksAtMarks(search)).toBe(false);
});

test.each(['', 'fox', 'model:x', 'after:today', '7d', 'is:unrated', 'is:kept', 'is:rated,unrated', '-is:favourite', 'tag:none', '-tag:owl', 'rating:0', 'rating:<3', 'is:favourite OR fox', 'in:anywhere', 'in:2026'])(
  'a picture that was kept a moment ago may match "%s"',
  (search) => {
    expect(mayMatchNew(search)).toBe(true);
  },
);

test.each(['is:favourite', 'fox is:rated', 'is:trashed', 'in:trash', 'is:imported', 'tag:owl', 'rating:>=1', 'tag:owl OR is:favourite'])('it does not match %s', (search) => {
  expect(mayMatchNew(search)).toBe(false);
});
