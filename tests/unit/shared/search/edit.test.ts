import { describe, expect, test } from 'vitest';
import { chipsOf } from '../../../../shared/search/chips.ts';
import { addFilter, removeSpan } from '../../../../shared/search/edit.ts';
import { formatSearch } from '../../../../shared/search/format.ts';
import type { NewFilter } from '../../../../shared/search/query.ts';
import { meaning, samples, search } from './samples.ts';

const model = (text: string, negated = false): NewFilter => ({ key: 'model', values: [{ text, exact: true }], negated });
const stars = (min: number): NewFilter => ({ key: 'rating', values: [{ min, max: null }], negated: false });
const tag = (text: string): NewFilter => ({ key: 'tag', values: [{ of: 'name', text, exact: true }], negated: false });

describe('the plainest writing', () => {
  test.each([
    ['fox', 'fox'],
    ['fox ', 'fox '],
    ['  fo*   sno', 'fo* sno'],
    ['“red  fox', '"red fox"*'],
    ['Model:a，"b" fox ', 'model:a,"b" fox '],
    ['model: fox', 'fox'],
    ['rating:>2 rating:<=9 rating:≤0', 'rating:>=3 rating:<=9 rating:<=0'],
    ['rating:<0', 'rating:<0'],
    ['size:>1024x size:x512 size:"10x10"', 'size:>=1025x size:x512 size:"10x10"'],
    ['status:done', 'status:completed'],
    ['in:"trash" in:trash', 'in:"trash" in:trash'],
    ['tag:"cat" tag:"black cat" tag:c* tag:"none"', 'tag:cat tag:"black cat" tag:c* tag:"none"'],
    ['after:7D', 'after:7d'],
    ['OR* fox', 'OR* fox'],
    ['fox OR*', 'fox OR*'],
  ])('%j is %j', (typed, written) => {
    expect(formatSearch(search(typed))).toBe(written);
  });
});

describe('a filter more', () => {
  test.each<[string, NewFilter, string]>([
    ['', model('flux'), 'model:"flux" '],
    ['fox sno', model('flux'), 'model:"flux" fox sno'],
    ['tag:a fox sno', model('flux'), 'tag:a model:"flux" fox sno'],
    ['model:a fox', model('flux'), 'model:a,"flux" fox'],
    ['model:a,"flux" fox', model('flux'), 'model:a,"flux" fox'],
    ['fox model:"flux"', model('flux'), 'fox model:"flux"'],
    ['-model:a fox', model('flux'), '-model:a model:"flux" fox'],
    ['model:a fox', model('flux', true), 'model:a -model:"flux" fox'],
    ['model:a OR fox', model('flux'), 'model:"flux" model:a OR fox'],
    ['model:"open quo', model('flux'), 'model:"open quo"*,"flux" '],
    ['tag:"open quo', model('flux'), 'model:"flux" tag:"open quo'],
    ['rating:1 fox', stars(3), 'rating:>=3 fox'],
    ['rating:1,2', stars(3), 'rating:>=3 '],
    ['tag:a ', tag('black cat'), 'tag:a tag:"black cat" '],
    ['OR fox', tag('a'), 'tag:a fox'],
    ['model:x OR ', tag('a'), 'model:x tag:a OR '],
    ['fox', { key: 'in', values: [], negated: false }, 'fox'],
    ['fox', model('say "hi", you'), 'model:"say ""hi"", you" fox'],
    ['fox', model('nul\0 \u202e'), 'model:"nul" fox'],
    ['fox', { key: 'size', values: [{ of: 'sides', width: { min: 1024, max: 1024 }, height: { min: 768, max: 768 } }], negated: false }, 'size:1024x768 fox'],
    ['fox', { key: 'status', values: ['failed', 'rejected'], negated: true }, '-status:failed,rejected fox'],
  ])('%j and %j', (text, filter, wanted) => {
    expect(addFilter(text, filter)).toBe(wanted);
  });

  test('a filter put into any sample is there, and all the rest still is', () => {
    for (const sample of samples) {
      for (let length = 0; length <= sample.length; length++) {
        const text = sample.slice(0, length);
        const added: NewFilter = { key: 'tag', values: [{ of: 'name', text: 'brand new', exact: true }], negated: false };
        const found = meaning(search(addFilter(text, added)));
        const isAdded = (part: object): boolean => JSON.stringify(part).includes('brand new');
        expect(found.filter((anyOf) => anyOf.length === 1 && anyOf.some(isAdded)), text).toHaveLength(1);
        expect(found.filter((anyOf) => !anyOf.some(isAdded)), text).toEqual(meaning(search(text)));
      }
    }
  });
});

describe('a stretch less', () => {
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

  test('a span outside the text takes nothing that is not there', () => {
    expect(removeSpan('fox', { start: 10, end: 20 })).toBe('fox ');
    expect(removeSpan('fox', { start: -5, end: 0 })).toBe('fox');
  });
});

test('chips have the parts of their words', () => {
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
