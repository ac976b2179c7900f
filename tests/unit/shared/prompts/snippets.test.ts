import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippetAtCaret, snippetWord, withSnippet } from '../../../../shared/prompts/snippets.ts';

/** The snippet at the end of a text. */
const atEnd = (text: string) => snippetAtCaret(text, text.length);

test('a slash begins a snippet at the start and after white space, and nowhere else', () => {
  expect(atEnd('/')).toEqual({ at: 0, typed: '' });
  expect(atEnd('a fox, /Gold')).toEqual({ at: 7, typed: 'gold' });
  expect(atEnd('a\n/été-2_x')).toEqual({ at: 2, typed: 'été-2_x' });
  expect(atEnd('雪 /猫')).toEqual({ at: 2, typed: '猫' });
  for (const text of ['', 'a/b', 'and/or', '16/9', 'a / b', '//', '/a b', 'https://x', '{/a', '/a,', '/a/']) expect(atEnd(text), text).toBeNull();
});

test('none is being typed while the caret is inside a word', () => {
  expect(snippetAtCaret('/gold light', 5)).toEqual({ at: 0, typed: 'gold' });
  expect(snippetAtCaret('/gold light', 3)).toBeNull();
  expect(snippetAtCaret('/gold, light', 5)).toEqual({ at: 0, typed: 'gold' });
  expect(snippetAtCaret('/gold', 0)).toBeNull();
});

const word = fc.stringMatching(/^[a-z0-9_-]{0,12}$/);
const space = fc.constantFrom(' ', '\n', '\t', '\u00a0');
const rest = fc.oneof(fc.constant(''), fc.tuple(space, fc.string()).map(([first, text]) => first + text));

test('an insertion replaces exactly the slash and the word that was typed, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), space, word, rest, fc.string({ unit: 'grapheme' }), (text, gap, typed, after, insert) => {
      const before = text === '' ? '' : text + gap;
      const caret = before.length + 1 + typed.length;
      const begun = snippetAtCaret(`${before}/${typed}${after}`, caret);
      expect(begun).toEqual({ at: before.length, typed });
      if (begun) expect(withSnippet(`${before}/${typed}${after}`, begun, caret, insert)).toEqual({ text: before + insert + after, caret: before.length + insert.length });
    }),
  );
});

test('every word that a prompt can have is found when it is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }).filter((text) => snippetWord.test(text)), (text) => {
      expect(atEnd(`a /${text}`)).toEqual({ at: 2, typed: text });
    }),
  );
  expect(snippetWord.test('Gold')).toBe(false);
  expect(snippetWord.test('a b')).toBe(false);
  expect(snippetWord.test('')).toBe(false);
  expect(snippetWord.test('x'.repeat(41))).toBe(false);
});
