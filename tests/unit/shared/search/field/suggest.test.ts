import { describe, expect, test } from 'vitest';
import type { SearchVocabulary } from '../../../../../shared/search/field/suggest.ts';
import { suggestFilters } from '../../../../../shared/search/field/suggest.ts';
import { search } from '../samples.ts';

const vocabulary: SearchVocabulary = {
  models: ['flux', 'flux pro', 'stable-flow', 'Été'],
  sizes: ['1024x1024', '2K'],
  qualities: ['low', 'high'],
  accounts: ['Studio "A"', 'Practice'],
  tags: ['cat', 'category', 'black cat'],
  folders: ['2026/2026-11'],
  batches: ['Foxes', 'Foxes at night'],
  albums: ['Trip', 'Trip home'],
};

/** What the text becomes with each suggestion; the bar stands for the caret. */
function taken(marked: string): readonly string[] {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return suggestFilters(text, caret, vocabulary).map(({ insert, span }) => `${text.slice(0, span.start)}${insert}|${text.slice(span.end)}`);
}

describe('suggestions', () => {
  test.each([
    ['mo|', ['model:|']],
    ['fox -QU|', ['fox -quality:|']],
    ['s| fox', ['size:| fox', 'status:| fox', 'seed:| fox']],
    ['m|ode fox', ['model:| fox']],
    ['fox zzz|', []],
    ['"mo|', []],
    ['foo:b|', []],
    ['fox OR|', []],
    ['model:|', ['model:"flux" |', 'model:"flux pro" |', 'model:stable-flow |', 'model:Été |']],
    ['model:fl| fox', ['model:"flux"| fox', 'model:"flux pro"| fox', 'model:stable-flow| fox']],
    ['model:et|', ['model:Été |']],
    ['model:flux,fl|', ['model:flux,"flux pro" |', 'model:flux,stable-flow |']],
    ['model:fl|,x', ['model:"flux"|,x', 'model:"flux pro"|,x', 'model:stable-flow|,x']],
    ['model:"flux p|', ['model:"flux pro" |']],
    ['model:"flux"|', []],
    ['-tag:cat|', ['-tag:cat |', '-tag:category |', '-tag:"black cat" |']],
    ['size:sq|', ['size:square |']],
    ['account:st|', ['account:"Studio ""A""" |']],
    ['status:f|', ['status:failed |']],
    ['is:fav|', ['is:favourite |']],
    ['is:pro|', ['is:problem |', 'is:in-progress |']],
    ['album:tr|', ['album:"Trip" |', 'album:"Trip home" |']],
    ['flag:|', ['flag:picked |', 'flag:rejected |', 'flag:none |']],
    ['label:y|', ['label:yellow |']],
    ['ratio:16|', ['ratio:16:9 |', 'ratio:9:16 |']],
    ['is:rej|', ['is:rejected |']],
    ['is:lost|', ['is:lost |']],
    ['is:dam|', ['is:damaged |']],
    ['status:prob|', ['status:problem |']],
    ['in:2026-11|', ['in:2026/2026-11 |']],
    ['rating:|', ['>=1', '>=2', '>=3', '>=4', '5', 'none'].map((stars) => `rating:${stars} |`)],
    ['on:yes|', ['on:yesterday |']],
    ['id:t|', []],
  ])('%s', (marked, wanted) => {
    expect(taken(marked)).toEqual(wanted);
  });

  test('at the beginning of a word are all keys, up to the limit', () => {
    expect(suggestFilters('', 0, vocabulary, 99).map(({ key }) => key)).toEqual(
      ['model', 'size', 'quality', 'account', 'status', 'is', 'flag', 'label', 'rating', 'ratio', 'tag', 'album', 'note', 'prompt', 'cost', 'seed', 'like', 'before', 'after', 'on', 'in', 'batch', 'id'],
    );
    expect(suggestFilters('fox ', 4, vocabulary, 2).map(({ insert }) => insert)).toEqual(['model:', 'size:']);
  });

  test('an accepted suggestion is read as one value', () => {
    for (const text of ['model:', 'account:', 'tag:', 'in:', 'size:', 'status:', 'is:', 'rating:', 'on:', 'quality:']) {
      const suggestions = suggestFilters(text, text.length, vocabulary, 99);
      expect(suggestions.length).toBeGreaterThan(1);
      for (const { insert, span } of suggestions) {
        const query = search(text.slice(0, span.start) + insert);
        expect(query.pending, insert).toEqual([]);
        expect(query.clauses, insert).toMatchObject([{ anyOf: [{ kind: 'filter', values: { length: 1 } }] }]);
      }
    }
  });

  test('a caret outside the text counts as at its end', () => {
    expect(suggestFilters('mo', 99, vocabulary)).toEqual(suggestFilters('mo', 2, vocabulary));
    expect(suggestFilters('mo', Number.NaN, vocabulary)).toEqual(suggestFilters('mo', 0, vocabulary));
  });
});
