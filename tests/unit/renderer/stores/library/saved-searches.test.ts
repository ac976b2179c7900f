import { beforeEach, expect, test } from 'vitest';
import { FakeMain } from '../../fake-main.ts';

beforeEach(() => new FakeMain().install());

const load = () => import('../../../../../renderer/stores/library/saved-searches.ts');

const saved = [
  { id: 1, name: 'The good ones', query: 'rating:>=4', savedAt: 0, pinned: false, place: null },
  { id: 2, name: 'Sea', query: 'sea OR harbour', savedAt: 0, pinned: false, place: null },
];

test('a search is known again whatever blanks are around it, and no other is', async () => {
  const { savedAs } = await load();
  expect(savedAs(saved, ' rating:>=4 ')?.id).toBe(1);
  expect(savedAs(saved, 'rating:>=4 sea')).toBeNull();
  expect(savedAs(saved, '')).toBeNull();
});

test('the name it has is proposed, or the search itself on one line, as long as a name may be', async () => {
  const { longestSearchName, proposedName } = await load();
  expect(proposedName(saved, 'rating:>=4', 'rating:>=4')).toBe('The good ones');
  expect(proposedName(saved, 'like:1', '  fog \t at   dusk ')).toBe('fog at dusk');
  expect(proposedName(saved, '', 'x'.repeat(400))).toHaveLength(longestSearchName);
});
