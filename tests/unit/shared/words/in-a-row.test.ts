import { expect, test } from 'vitest';
import { wordsFor } from '../../../../shared/words/index.ts';
import { quotedSeries, sentences, series } from '../../../../shared/words/in-a-row.ts';

test('names in a row are parted as the language parts them', () => {
  expect(series({ locale: 'en-GB' }, ['a', 'b', 'c'])).toBe('a, b, c');
  expect(series({ locale: 'ja' }, ['a', 'b', 'c'])).toBe('a、b、c');
  expect(series({ locale: 'en' }, [])).toBe('');
  expect(quotedSeries(wordsFor('en'), ['sea', 'night sky'])).toBe('“sea”, “night sky”');
});

test('sentences follow each other with a space, but not in Chinese and Japanese', () => {
  expect(sentences({ locale: 'de-AT' }, ['Eins.', '', null, false, 'Zwei.'])).toBe('Eins. Zwei.');
  expect(sentences({ locale: 'zh-Hans' }, ['一。', '二。'])).toBe('一。二。');
  expect(sentences({ locale: 'ja-JP' }, ['一。', undefined, '二。'])).toBe('一。二。');
});
