import { expect, test } from 'vitest';
import { promptParts } from '../../../../../renderer/rooms/compare/settings/prompt-words.ts';

/** What differs stands in brackets. */
const marked = (prompts: readonly string[]): readonly string[] =>
  promptParts(prompts).map((parts) => parts.map(({ text, differs }) => (differs ? text.replace(/^( ?)(.*)$/s, '$1[$2]') : text)).join(''));

test('words that are not in all prompts differ', () => {
  expect(marked(['a red fox at dawn', 'a blue fox at dawn'])).toEqual(['a [red] fox at dawn', 'a [blue] fox at dawn']);
  expect(marked(['a fox at dawn', 'a fox at dawn, in snow'])).toEqual(['a fox at dawn', 'a fox at dawn[, in snow]']);
  expect(marked(['a fox', 'a red fox', 'a red fox, oil'])).toEqual(['a fox', 'a [red] fox', 'a [red] fox[, oil]']);
});

test('white space makes no difference, and prompts without spaces are compared by words', () => {
  expect(marked(['a  fox\nat dawn', ' a fox at dawn '])).toEqual(['a fox at dawn', 'a fox at dawn']);
  const [first, second] = promptParts(['黎明时的狐狸', '黎明时的狼']);
  expect(first?.some(({ differs }) => !differs)).toBe(true);
  expect(second?.at(-1)).toEqual({ text: '狼', differs: true });
});

test('prompts without a common word are not marked', () => {
  expect(marked(['a red fox, dawn', 'the harbour, fog', 'one boat'])).toEqual(['a red fox, dawn', 'the harbour, fog', 'one boat']);
  expect(marked(['', 'a fox'])).toEqual(['', 'a fox']);
});

test('a repeated word is found where the rest of the prompt has it', () => {
  expect(marked(['red cat and red dog', 'red dog'])).toEqual(['red [cat and red] dog', 'red dog']);
});

test('long common passages are shortened around what differs', () => {
  const long = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  expect(marked([`${long} red`, `${long} blue`])[0]).toBe('… word35 word36 word37 word38 word39 [red]');
  expect(marked([`red ${long} end`, `blue ${long} end`])[1]).toBe('[blue] word0 word1 word2 word3 word4 …');
});

test('prompts of thousands of different words are compared in little time', () => {
  const of = (name: string): string => Array.from({ length: 6000 }, (_, at) => `${name}${at}`).join(' ');
  const began = performance.now();
  promptParts([of('a'), of('b'), of('c')]);
  expect(performance.now() - began).toBeLessThan(2_000);
});
