import { expect, test } from 'vitest';
import { separateScripts } from '../../../../../shared/search/text/separate-scripts.ts';

test.each([
  ['赤いfoxが', '赤い fox が'],
  ['4K画質のcat、dog', '4K 画質の cat、dog'],
  ['fox한국어Лиса', 'fox 한국어 Лиса'],
  ['ไทยfox', 'ไทย fox'],
])('%s: words are set apart from scripts without spaces', (text, apart) => {
  expect(separateScripts([text])).toBe(apart);
});

test('only texts with such a border are copied', () => {
  expect(separateScripts(['a red fox', null, '赤いfox', '雪', ''])).toBe('赤い fox');
  expect(separateScripts(['猫cat', '犬dog'])).toBe('猫 cat\n犬 dog');
});

test('only decomposed texts that the index would confuse are composed', () => {
  expect(separateScripts(['чай', 'cafe\u0301', '赤いи\u0306'])).toBe('赤い й');
  expect(separateScripts(['синии\u0306', 'cafe\u0301'])).toBe('синий');
});

test.each(['a red fox, 85mm', 'cafe\u0301 Ελληνικά русский 5µm', '雪の中の猫', '', '🦊fox'])('%s has none', (text) => {
  expect(separateScripts([text])).toBeNull();
});
