import { describe, expect, test } from 'vitest';
import { excerptOf, segmentsOf } from '../../../../../renderer/parts/search/highlighted.tsx';
import { parseSearch } from '../../../../../shared/search/parse.ts';

const query = (search: string) => parseSearch(search, { year: 2026, month: 11, day: 21 });
const marked = (segments: readonly { text: string; hit: boolean }[]): string => segments.map(({ text, hit }) => (hit ? `<${text}>` : text)).join('');

describe('segmentsOf', () => {
  test.each([
    ['A red fox and a Red boat', 'red', 'A <red> fox and a <Red> boat'],
    ['a fox in snow', 'fox snow', 'a <fox> in <snow>'],
    ['a fox', 'cat', 'a fox'],
    ['a fox', 'status:failed ', 'a fox'],
    ['', 'fox', ''],
    ['Crème brûlée', 'creme', '<Crème> brûlée'],
    ['雪の中の猫', '猫', '雪の中の<猫>'],
  ])('%j searched for %j', (text, search, expected) => {
    expect(marked(segmentsOf(text, query(search)))).toBe(expected);
  });

  test('loses nothing of the text', () => {
    const text = 'every sign of it: İstanbul ﬁne 🦊';
    for (const search of ['i', 'İ', 'fi', '🦊', 'e', 'every fine']) {
      expect(segmentsOf(text, query(search)).map((segment) => segment.text).join('')).toBe(text);
    }
  });
});

describe('excerptOf', () => {
  test('folds the text into one line', () => {
    expect(marked(excerptOf('a\n\n  fox ', query('')))).toBe('a fox');
  });

  test('starts shortly before a hit that would be out of sight', () => {
    const text = `${'a long way to go before anything happens '.repeat(5)}then a fox comes`;
    expect(marked(excerptOf(text, query('fox')))).toBe('… happens then a <fox> comes');
  });

  test('starts at the beginning if the hit is near it', () => {
    expect(marked(excerptOf('then a fox comes', query('fox')))).toBe('then a <fox> comes');
  });

  test('cuts a text that is too long for a line', () => {
    expect(excerptOf('x'.repeat(32_000), query('')).map(({ text }) => text).join('')).toHaveLength(400);
  });

  test('is empty for a task without prompt', () => {
    expect(excerptOf('', query('fox'))).toEqual([]);
  });
});
