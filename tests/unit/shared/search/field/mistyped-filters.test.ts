import { expect, test } from 'vitest';
import { mended, mistypedFilters } from '../../../../../shared/search/field/mistyped-filters.ts';
import { filterKeys } from '../../../../../shared/search/query.ts';
import { search } from '../samples.ts';

const today = { year: 2026, month: 11, day: 21 };

/** `|`: where the caret stands. */
const meantBy = (marked: string): readonly string[] => {
  const caret = marked.includes('|') ? marked.indexOf('|') : null;
  return mistypedFilters(search(marked.replace('|', '')), caret, today).map(({ meant }) => meant);
};

test.each([
  ['ratng:5', ['rating:5']],
  ['modle:x', ['model:x']],
  ['albm:', ['album:']],
  ['fox -tags:snow cat', ['tag:snow']],
  ['fox OR ACOUNT:Studio', ['account:Studio']],
  ['modle:"flux pro" fox', ['model:"flux pro"']],
  ['qualty:low,high', ['quality:low,high']],
  ['raiting：>=3', ['rating：>=3']],
  // The name is mended first, and what is wrong with the value is said then.
  ['ratng:9', ['rating:9']],
  ['ratng:5|', []],
  ['ratng:5 |', ['rating:5']],
  ['rating:5', []],
  ['"ratng:5"', []],
  ['style:anime', []],
  ['camera:leica', []],
  ['cast:bronze', []],
  ['lake:como', []],
  ['it:me as:is', []],
  ['http://like.example', []],
  ['note://x', []],
  ['ratng', []],
  ['fox', []],
])('of %j, these were meant: %j', (marked, wanted) => {
  expect(meantBy(marked)).toEqual(wanted);
});

test('mending changes the name alone', () => {
  const text = 'fox -ratng:>=3 cat';
  const [found] = mistypedFilters(search(text), null, today);
  expect(found && mended(text, found)).toBe('fox -rating:>=3 cat');
});

test('no filter is taken for another, however it is written', () => {
  for (const key of filterKeys) expect(meantBy(`${key}:x ${key.toUpperCase()}:x`)).toEqual([]);
});

test('a letter that is left out of a long filter leads back to it', () => {
  const values: Partial<Readonly<Record<string, string>>> = { ratio: '1:1', before: '2026', after: '2026', status: 'done' };
  for (const key of filterKeys.filter(({ length }) => length >= 5)) {
    const value = values[key] ?? 'none';
    for (let at = 1; at < key.length; at++) expect(meantBy(`${key.slice(0, at)}${key.slice(at + 1)}:${value}`), key).toEqual([`${key}:${value}`]);
  }
});
