import { expect, it } from 'vitest';
import { albumSearch, inTheirOrder, type Album } from '../../../../shared/library/albums.ts';

const album = (id: string, name: string, place: number, pinned = false): Album => ({ id, name, place, pinned, takesNew: false, createdAt: 1 });
const search = (id: number, place: number | null, pinned = false) => ({ id, name: `search ${id}`, query: `${id}`, savedAt: id, pinned, place });

it('pinned entries come first, then those with a place, then searches as they were saved', () => {
  const entries = inTheirOrder([album('a', 'A', 3), album('b', 'B', 1), album('c', 'C', 9, true)], [search(1, null), search(2, 2), search(3, null), search(4, 0, true)]);
  expect(entries.map(({ key }) => key)).toEqual(['4', 'c', 'b', '2', 'a', '1', '3']);
});

it('an album is searched by its name, or by its id if another has the same', () => {
  const [sea, other, quoted] = [album('a', 'Sea', 1), album('b', 'sea', 2), album('c', 'The "best"', 3)];
  expect(albumSearch(sea, [sea, quoted])).toBe('album:"Sea"');
  expect(albumSearch(sea, [sea, other])).toBe('album:"a"');
  expect(albumSearch(quoted, [sea, quoted])).toBe('album:"The ""best"""');
});
