import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fold, foldWithOrigins, isWord, wordsOf } from '../../../../../shared/search/text/fold.ts';

/** The words that the database's index finds in a text. */
function indexedWords(texts: readonly string[]): readonly string[] {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE text USING fts5(content, tokenize = 'unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE terms USING fts5vocab(text, 'instance');`);
  const insert = database.prepare('INSERT INTO text (rowid, content) VALUES (?, ?)');
  texts.forEach((text, at) => insert.run(at + 1, text));
  const words = Array.from(texts, () => '');
  for (const { doc, term } of database.prepare('SELECT doc, term FROM terms ORDER BY doc, offset').iterate()) words[Number(doc) - 1] += `[${String(term)}]`;
  database.close();
  return words;
}

test('letters of scripts with spaces are folded as the index folds them', () => {
  const letters: string[] = [];
  // Latin, Greek, Cyrillic, Armenian, Georgian.
  for (const [first, last] of [[0x30, 0x24f], [0x370, 0x556], [0x561, 0x587], [0x10d0, 0x10f0], [0x1e00, 0x1eff], [0x1f00, 0x1fff]] as const) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code);
      if (/\p{L}/u.test(letter) && letter.normalize('NFC') === letter && isWord(fold(letter))) letters.push(letter);
    }
  }
  const indexed = indexedWords(letters.map((letter) => `x${letter}x`));
  const different = letters.filter((letter, at) => indexed[at] !== `[${fold(`x${letter}x`)}]`);
  expect(letters.length).toBeGreaterThan(1_000);
  // The index has a gap at the first two, and knows Unicode 6.1 only, which had not yet the capitals of the others.
  expect(different.join('')).toBe('ǠǡͿԨԪԬԮ');
});

test.each([
  ['Café CAFE\u0301', ['cafe', 'cafe']],
  ['Straße İstanbul', ['straße', 'istanbul']],
  ['ΣΑΣ', ['σασ']],
  ['ёлка и Йод', ['ёлка', 'и', 'йод']],
  ['don’t foo_bar v1.2', ['don', 't', 'foo', 'bar', 'v1', '2']],
])('%s is cut as the index cuts it', (text, words) => {
  expect(wordsOf(fold(text)).map(({ word }) => word)).toEqual(words);
  expect(indexedWords([text])).toEqual([words.map((word) => `[${word}]`).join('')]);
});

test('decomposed text is folded like composed text', () => {
  for (const text of ['Й', 'ガラス', '한국', 'é', 'ὀδυσσεύς', 'İ', 'ก็']) expect(fold(text.normalize('NFD'))).toBe(fold(text));
});

test('folding twice is the same as folding once', () => {
  for (const text of ['ÀÉÎõü', 'ẞßſ', 'ǅ', 'ΆΈ', 'ЁЙ', '猫ガ', 'ﬁ', '🦊']) expect(fold(fold(text))).toBe(fold(text));
});

test.each(['cafe\u0301', 'и\u0306', '\u1100\u1161\u11a8', '\uac00\u11a8', '\u1100\uac00\u11a8x'])('decomposed %j is folded like composed text, and each letter leads back to its origin', (text) => {
  const { folded, origins } = foldWithOrigins(text);
  expect(folded).toBe(fold(text));
  expect(origins).toHaveLength(folded.length + 1);
});
