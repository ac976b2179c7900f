import { expect, test } from 'vitest';
import { longestSearchName, proposedName, savedAs } from '../../../../renderer/features/places/saved-search.ts';

const saved = [
  { id: 1, name: 'The good ones', query: 'rating:>=4', savedAt: 0 },
  { id: 2, name: 'Sea', query: 'sea OR harbour', savedAt: 0 },
];

test('a search is recognised regardless of blanks around it, and no other is', () => {
  expect(savedAs(saved, ' rating:>=4 ')?.id).toBe(1);
  expect(savedAs(saved, 'rating:>=4 sea')).toBeNull();
  expect(savedAs(saved, '')).toBeNull();
});

test('the proposed name is its present one, or the search itself on one line, cut to the limit of names', () => {
  expect(proposedName(saved, 'rating:>=4')).toBe('The good ones');
  expect(proposedName(saved, '  fog \t at   dusk ')).toBe('fog at dusk');
  expect(proposedName(saved, 'x'.repeat(400))).toHaveLength(longestSearchName);
});
