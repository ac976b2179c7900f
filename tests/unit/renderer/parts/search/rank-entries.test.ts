import { expect, test } from 'vitest';
import { found, mostOfGroup, type EntryGroup, type Findable } from '../../../../../renderer/parts/search/rank-entries.ts';

const entry = (group: EntryGroup, text: string, also = ''): Findable => ({ key: `${group} ${text}`, group, text, also });

const entries = [
  entry('command', 'Show the history'),
  entry('command', 'Import a folder'),
  entry('setting', 'Theme', 'Appearance Settings'),
  entry('setting', 'Library folder'),
  entry('place', 'Trip to Genève', 'album'),
  entry('tag', '夜景', ''),
  entry('tag', 'folder'),
];

const texts = (search: string, recent: readonly string[] = []) => found(entries, search, recent).map(({ group, items }) => [group, items.map(({ text }) => text)]);

test.each([
  ['hist', [['command', ['Show the history']]]],
  ['SHOW HIS', [['command', ['Show the history']]]],
  ['appear set', [['setting', ['Theme']]]],
  ['geneve trip', [['place', ['Trip to Genève']]]],
  // Not every language has spaces between words.
  ['景', [['tag', ['夜景']]]],
  // The group with the best one comes first.
  ['folder', [['tag', ['folder']], ['command', ['Import a folder']], ['setting', ['Library folder']]]],
  ['history of trips', []],
])('%j finds %j', (search, wanted) => {
  expect(texts(search)).toEqual(wanted);
});

test('without a search, what was used recently comes first, and then the commands', () => {
  expect(texts('')).toEqual([['command', ['Show the history', 'Import a folder']]]);
  expect(texts(' ', ['tag folder', 'tag gone', 'command Import a folder'])).toEqual([['recent', ['folder', 'Import a folder']], ['command', ['Show the history']]]);
});

test('of those that fit alike, what was used recently comes first', () => {
  const two = [entry('tag', 'fox red'), entry('tag', 'fox white'), entry('tag', 'white fox')];
  const first = (recent: readonly string[]) => found(two, 'fox', recent)[0]?.items.map(({ text }) => text);
  expect(first([])).toEqual(['fox red', 'fox white', 'white fox']);
  expect(first(['tag white fox', 'tag fox white'])).toEqual(['fox white', 'fox red', 'white fox']);
});

test('a group shows only its best, so that a letter more is quicker than scrolling', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => entry('tag', `tag ${at}`));
  found(many, 'warm', []);
  const start = performance.now();
  expect(found(many, 'tag', [])[0]?.items).toHaveLength(mostOfGroup);
  // It takes a few milliseconds; a slow machine is not the subject.
  expect(performance.now() - start).toBeLessThan(500);
});
