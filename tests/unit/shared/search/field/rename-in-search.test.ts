import { expect, it } from 'vitest';
import { withRenamed } from '../../../../../shared/search/field/rename-in-search.ts';

it('replaces exactly the name of a tag, quoted or not, and leaves everything else as typed', () => {
  const renamed = (search: string, to = 'feline'): string => withRenamed(search, 'tag', ['cat'], to);
  expect(renamed('tag:cat  fox')).toBe('tag:feline  fox');
  expect(renamed('a -tag:"Cat" OR TAG:dog,cat,"red fox" b ')).toBe('a -tag:"feline" OR TAG:dog,feline,"red fox" b ');
  for (const same of ['cat', '"tag:cat"', 'tag:cat*', 'tag:category', 'tag:"cat', 'album:cat', 'tag:', 'model:cat tag:dog']) expect(renamed(same)).toBe(same);
  expect(renamed('tag:cat', 'red fox')).toBe('tag:"red fox"');
  expect(renamed('tag:cat', 'None')).toBe('tag:"None"');
  expect(renamed('tag:cat rating:5 tag:CAT', 'x')).toBe('tag:x rating:5 tag:x');
});

it('names a merged tag once, and never takes the word none for a name', () => {
  expect(withRenamed('tag:a,b,c,d', 'tag', ['a', 'c'], 'D')).toBe('tag:d,b');
  expect(withRenamed('tag:none,"none"', 'tag', ['none'], 'x')).toBe('tag:none,"x"');
});

it('replaces the name of an album', () => {
  expect(withRenamed('album:"Sea ""side""" album:sea', 'album', ['sea "side"'], 'By the sea')).toBe('album:"By the sea" album:sea');
});
