import { expect, it, vi } from 'vitest';
import type { Album } from '../../../../../shared/library/albums.ts';

vi.stubGlobal('window', { api: { onChanges: () => () => undefined } });
const { placeInFront } = await import('../../../../../renderer/parts/albums/places.ts');

const saved = [{ id: 7, name: 'The good ones', query: 'rating:>=3', savedAt: 1, pinned: false, place: null }];

const album = (id: string, name: string): Album => ({ id, name, place: 1, pinned: false, takesNew: false, createdAt: 1 });
const tags = ['owl', 'night owl'].map((name) => ({ name, pictures: 1 }));
const albums = [album('a', 'Sea'), album('b', 'Trip'), album('c', 'trip')];

it('names the place that is marked as the current one', () => {
  expect(placeInFront('gallery', '', saved, albums, tags)).toBe('library');
  expect(placeInFront('gallery', 'fox', saved, albums, tags)).toBe('library');
  expect(placeInFront('gallery', 'is:favourite ', saved, albums, tags)).toBe('favourites');
  expect(placeInFront('gallery', 'in:trash', saved, albums, tags)).toBe('trash');
  expect(placeInFront('gallery', 'fox in:trash', saved, albums, tags)).toBe('trash');
  expect(placeInFront('gallery', ' rating:>=3', saved, albums, tags)).toBe(7);
  expect(placeInFront('gallery', 'album:"Sea" ', saved, albums, tags)).toEqual({ album: 'a' });
  expect(placeInFront('gallery', 'album:"c"', saved, albums, tags), 'two albums have its name').toEqual({ album: 'c' });
  expect(placeInFront('gallery', 'tag:"night owl" ', saved, albums, tags)).toEqual({ tag: 'night owl' });
  expect(placeInFront('gallery', 'tag:owl', saved, albums, tags)).toEqual({ tag: 'owl' });
  expect(placeInFront('gallery', 'tag:owl fox', saved, albums, tags)).toBe('library');
  expect(placeInFront('gallery', 'tag:owls', saved, albums, tags)).toBe('library');
  expect(placeInFront('tasks', 'in:trash', saved, albums, tags)).toBe('tasks');
});
