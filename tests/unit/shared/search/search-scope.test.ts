import { expect, test } from 'vitest';
import { isWholeTrash, narrowing, scopeOf } from '../../../../shared/search/search-scope.ts';
import { search } from './samples.ts';

test.each([
  ['', 'library'],
  ['fox', 'library'],
  ['in:2026', 'library'],
  ['-is:trashed', 'library'],
  ['-in:trash fox', 'library'],
  ['-in:anywhere', 'library'],
  ['in:trash', 'trash'],
  ['IN:Trash', 'trash'],
  ['in:trash fox', 'trash'],
  ['is:trashed OR in:trash', 'trash'],
  ['in:anywhere in:trash', 'trash'],
  ['in:anywhere', 'anywhere'],
  ['fox in:anywhere', 'anywhere'],
  ['in:anywhere -is:trashed', 'anywhere'],
  ['is:favourite OR in:trash', 'anywhere'],
  ['-fox OR is:trashed', 'anywhere'],
  ['in:trash,2026', 'anywhere'],
  ['is:favourite,trashed', 'anywhere'],
])('%j looks in: %s', (text, place) => {
  expect(scopeOf(search(text))).toBe(place);
});

test('a half-typed value does not change the place', () => {
  for (const whole of ['is:tagged', 'is:trashed', 'in:trash', 'in:anywhere']) {
    for (let length = 0; length < whole.length; length += 1) expect([whole.slice(0, length), scopeOf(search(whole.slice(0, length)))]).toEqual([whole.slice(0, length), 'library']);
  }
});

test.each([
  ['in:trash', true],
  ['IS:trashed in:trash ', true],
  ['in:trash fox', false],
  ['in:trash rating:abc', false],
  ['in:anywhere', false],
  ['', false],
])('%j covers the whole trash: %s', (text, whole) => {
  expect(isWholeTrash(search(text))).toBe(whole);
});

test.each([
  ['in:anywhere fox', ['term']],
  ['in:trash in:anywhere rating:3', ['rating']],
  ['is:favourite OR in:trash', ['is | in']],
  ['fox OR in:anywhere', []],
  ['-in:trash', ['in']],
])('in %j these restrict the search: %j', (text, left) => {
  expect(narrowing(search(text)).clauses.map(({ anyOf }) => anyOf.map((part) => (part.kind === 'filter' ? part.key : part.kind)).join(' | '))).toEqual(left);
});
