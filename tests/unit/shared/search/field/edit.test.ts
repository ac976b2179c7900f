import { describe, expect, test } from 'vitest';
import { chipsOf } from '../../../../../shared/search/field/chips.ts';
import { removeSpan } from '../../../../../shared/search/field/edit.ts';
import { search } from '../samples.ts';

describe('a search', () => {
  test.each([
    ['model:x fox', 'model:x', 'fox'],
    ['fox model:x', 'model:x', 'fox '],
    ['fox model:x snow', 'model:x', 'fox snow'],
    ['fox OR model:x snow', 'model:x', 'fox snow'],
    ['fox model:x OR snow', 'model:x', 'fox snow'],
    ['fox OR model:x OR snow', 'model:x', 'fox OR snow'],
    ['model:x OR fox', 'model:x', 'fox'],
    ['"a OR" model:x OR fox', 'model:x', '"a OR" fox'],
    ['"a"model:x"b"', 'model:x', '"a" "b"'],
  ])('%s without %s', (text, part, left) => {
    const start = text.indexOf(part);
    expect(removeSpan(text, { start, end: start + part.length })).toBe(left);
  });

  test('is cut only within its bounds by a span outside the text', () => {
    expect(removeSpan('fox', { start: 10, end: 20 })).toBe('fox ');
    expect(removeSpan('fox', { start: -5, end: 0 })).toBe('fox');
  });
});

test('chips have the spans of their words', () => {
  const text = 'fox -model:flux,"a b" OR status:failed is:favorite size:land,1024x,>=512,auto rating:3 tag:none,x in:trash before:7d';
  const chips = chipsOf(search(text));
  expect(chips.map(({ key, negated, alternative }) => [key, negated, alternative])).toEqual([
    ['model', true, true], ['status', false, true], ['is', false, false], ['size', false, false], ['rating', false, false],
    ['tag', false, false], ['in', false, false], ['before', false, false],
  ]);
  expect(chips.map(({ parts }) => parts)).toEqual([
    [{ kind: 'text', text: 'flux' }, { kind: 'text', text: 'a b' }],
    [{ kind: 'word', word: 'failed' }],
    [{ kind: 'word', word: 'favourite' }],
    [
      { kind: 'word', word: 'landscape' },
      { kind: 'sides', width: { min: 1024, max: 1024 }, height: { min: null, max: null } },
      { kind: 'range', range: { min: 512, max: null } },
      { kind: 'text', text: 'auto' },
    ],
    [{ kind: 'range', range: { min: 3, max: 3 } }],
    [{ kind: 'word', word: 'none' }, { kind: 'text', text: 'x' }],
    [{ kind: 'word', word: 'trash' }],
    [{ kind: 'text', text: '7d' }],
  ]);
  expect(text.slice(chips[0]?.span.start, chips[0]?.span.end)).toBe('-model:flux,"a b"');
});
