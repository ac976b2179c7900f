import { describe, expect, test } from 'vitest';
import { requestsOfForm } from '../../../../shared/request/compose-matrix.ts';
import { choicesOfVariation, listOfVariations, mostVariations, promptOfVariation, valuesOnLines, variations, type Variation } from '../../../../shared/request/variations.ts';

const request = { prompt: 'a red fox at dawn, soft light', model: 'flux', size: '512x512', quality: 'low', fields: { steps: 20 } };
const of = (part: Variation['part'], name: string, ...values: readonly string[]): Variation => ({ part, name, values });

test('values are one on each line, each once', () => {
  expect(valuesOnLines(' dawn\n\ndusk \r\ndawn\n')).toEqual(['dawn', 'dusk']);
});

describe('of the prompt', () => {
  test('the words change, and everything else is the same', () => {
    const variation = of('prompt', 'dawn', 'dawn', 'dusk');
    expect(variations(request, variation)).toEqual([request, { ...request, prompt: 'a red fox at dusk, soft light' }]);
    expect(promptOfVariation(request, variation)).toBe('a red fox at {dawn|dusk}, soft light');
  });

  test.each([
    // As words of their own first, and within a word where languages have no spaces between words.
    ['a category of cat', 'cat', 'a category of {cat|dog}'],
    ['夜の猫と月', '猫', '夜の{cat|dog}と月'],
    ['a fox, ', '', 'a fox, {cat|dog}'],
  ])('%j, %j', (prompt, words, wanted) => {
    expect(promptOfVariation({ prompt }, of('prompt', words, 'cat', 'dog'))).toBe(wanted);
  });

  test('one value needs no template', () => {
    expect(promptOfVariation(request, of('prompt', 'dawn', 'noon'))).toBe('a red fox at noon, soft light');
  });

  test('words that are not there are said to be so', () => {
    expect(variations(request, of('prompt', 'owl', 'a', 'b'))).toBe('not-there');
  });
});

test.each(['model', 'size', 'quality'] as const)('of the %s, the form makes the same requests', (part) => {
  const variation = of(part, '', 'one', 'two');
  const made = variations(request, variation);
  expect(made).toEqual([{ ...request, [part]: 'one' }, { ...request, [part]: 'two' }]);
  const choices = choicesOfVariation(request, variation);
  expect(requestsOfForm([request.prompt], choices, { fields: request.fields }, 1)).toEqual(made);
});

test('another field takes numbers and lists as they are, and the list has all fields', () => {
  const made = variations(request, of('field', ' seed ', '7', '[1, 2]', 'random'));
  if (typeof made === 'string') throw new Error(made);
  expect(made.map(({ fields }) => fields)).toEqual([{ steps: 20, seed: 7 }, { steps: 20, seed: [1, 2] }, { steps: 20, seed: 'random' }]);
  const [first = ''] = listOfVariations(made).split('\n');
  expect(JSON.parse(first)).toEqual({ prompt: request.prompt, model: 'flux', size: '512x512', quality: 'low', steps: 20, seed: 7 });
});

test.each([
  [of('model', ''), 'no-values'],
  [of('model', '', ...Array.from({ length: mostVariations + 1 }, (_, at) => `m${at}`)), 'too-many'],
  [of('quality', '', 'x'.repeat(10_000)), 'too-long'],
  [of('prompt', 'dawn', 'x'.repeat(100_000)), 'too-long'],
  [of('field', '', '1'), 'name'],
  [of('field', 'size', '1'), 'own'],
])('%j makes none: %s', (variation, why) => {
  expect(variations(request, variation)).toBe(why);
});
