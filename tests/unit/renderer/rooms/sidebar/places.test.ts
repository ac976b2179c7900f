import { expect, it, vi } from 'vitest';

vi.stubGlobal('window', { api: { onChanges: () => () => undefined } });
const { placeInFront } = await import('../../../../../renderer/rooms/sidebar/places.ts');

const saved = [{ id: 7, name: 'The good ones', query: 'rating:>=3', savedAt: 1 }];

it('names the place that is marked as the current one', () => {
  expect(placeInFront('gallery', '', saved)).toBe('library');
  expect(placeInFront('gallery', 'fox', saved)).toBe('library');
  expect(placeInFront('gallery', 'is:favourite ', saved)).toBe('favourites');
  expect(placeInFront('gallery', 'in:trash', saved)).toBe('trash');
  expect(placeInFront('gallery', 'fox in:trash', saved)).toBe('trash');
  expect(placeInFront('gallery', ' rating:>=3', saved)).toBe(7);
  expect(placeInFront('history', 'in:trash', saved)).toBe('history');
});
