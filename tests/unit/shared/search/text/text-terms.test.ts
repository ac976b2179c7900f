import { describe, expect, test } from 'vitest';
import { matchesName } from '../../../../../shared/search/text/match-name.ts';
import { textTerms } from '../../../../../shared/search/text/text-terms.ts';
import { search } from '../samples.ts';

const lookups = (text: string): readonly string[] =>
  textTerms(search(text)).map(({ lookup, index, words, prefix, text: looked, term }) =>
    [term.negated ? 'not' : '', lookup, lookup === 'substring' ? `${index} ${looked}` : words.join(' ') + (prefix ? '*' : '')].join(' ').trim(),
  );

describe('lookups', () => {
  test.each([
    ['foxes in sno', ['word foxes', 'word in', 'word sno*']],
    ['Café CAFE\u0301 ', ['word cafe', 'word cafe']],
    ['fox, (snow) “red”? ', ['word fox', 'word snow', 'word red']],
    ['red-haired don’t don\'t ', ['phrase red haired', 'phrase don t', 'phrase don t']],
    ['red-', ['word red*']],
    ['"red fox, in snow"', ['phrase red fox in snow']],
    ['"red fox - in sn', ['phrase red fox in sn*']],
    ['"fox"', ['word fox']],
    ['-fox OR -"a b" ', ['not word fox', 'not phrase a b']],
    ['2026 1girl ', ['word 2026', 'word 1girl']],
    ['task_01HX', ['substring trigrams task_01HX']],
    ['3f2a-11 f-7 ', ['substring trigrams 3f2a-11', 'substring trigrams f-7']],
    ['fox.png .png, v1.2 16:9 a/b --ar #fox C++ ', [
      'substring trigrams fox.png', 'substring trigrams .png', 'substring trigrams v1.2', 'substring trigrams 16:9', 'substring trigrams a/b',
      'substring trigrams --ar', 'substring trigrams #fox', 'substring trigrams C++',
    ]],
    ['"2026-11-21 14.03 fox"', ['substring trigrams 2026-11-21 14.03 fox']],
    ['*house -**ox* "*fox"', ['substring trigrams house', 'not substring scan ox', 'substring trigrams *fox']],
    ['猫', ['substring scan 猫']],
    ['猫と', ['substring scan 猫と']],
    ['猫と犬', ['substring trigrams 猫と犬']],
    ['「猫と犬」。', ['substring trigrams 猫と犬']],
    ['한국 ไทย हैलो שלום مرحبا', ['substring scan 한국', 'substring trigrams ไทย', 'substring trigrams हैलो', 'substring trigrams שלום', 'substring trigrams مرحبا']],
    ['🦊 👩‍🚀 ❤️', ['substring scan 🦊', 'substring trigrams 👩‍🚀', 'substring scan ❤']],
    ['赤いfox', ['substring trigrams 赤いfox']],
    ['e\u0327\u0301_x', ['substring trigrams ȩ́_x']],
    ['e\u0327\u0301_', ['substring scan ȩ́_']],
    ['"-"', ['substring scan -']],
    ['Ёлка ΆΛΦΑ', ['word ёлка', 'word άλφα*']],
  ])('%s', (text, found) => {
    expect(lookups(text)).toEqual(found);
  });
});

test.each([
  ['flux-pro', 'flux', true],
  ['flux-pro', 'PRO', true],
  ['flux-pro', 'lux', false],
  ['Été', 'ete', true],
  ['My Studio', 'stud', true],
  ['overlay lay', 'lay', true],
  ['v1.2', '.2', true],
  ['画像モデル', 'モデル', false],
  ['画像モデル', '画像', true],
])('%s is meant by %s: %s', (name, text, meant) => {
  expect(matchesName(name, { text, exact: false })).toBe(meant);
});

test('an exact name is the whole name, in any case', () => {
  expect(matchesName('Flux', { text: 'flux', exact: true })).toBe(true);
  expect(matchesName('Flux pro', { text: 'flux', exact: true })).toBe(false);
});
