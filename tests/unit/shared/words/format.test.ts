import { describe, expect, test } from 'vitest';
import { formatsFor } from '../../../../shared/words/format.ts';

const british = formatsFor('en-GB');
const german = formatsFor('de-DE');
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('durations', () => {
  test.each([
    [-5, '0:00'],
    [999, '0:00'],
    [7_000, '0:07'],
    [760_000, '12:40'],
    [3_599_999, '59:59'],
    [3_900_000, '1 hr, 5 mins'],
    [3 * 86_400_000, '3 days'],
  ])('%i ms', (milliseconds, words) => {
    expect(plain(british.duration(milliseconds))).toBe(words);
  });

  test('in another language', () => {
    expect(plain(german.duration(3_900_000))).toBe('1 Std., 5 Min.');
  });
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_843_200, '1.8 MB'],
  [999_600, '1 MB'],
  [256_000_000, '256 MB'],
  [12_300_000_000, '12.3 GB'],
])('%i bytes', (bytes, words) => {
  expect(plain(british.bytes(bytes))).toBe(words);
});

test('numbers and percentages as the locale writes them', () => {
  expect(german.number(12_345.5)).toBe('12.345,5');
  expect(plain(german.percent(42))).toBe('42 %');
  expect(british.percent(42)).toBe('42%');
  expect(german.bytes(1_843_200)).toContain('1,8');
});

test.each([
  [5_000, 'now'],
  [90_000, '1 min ago'],
  [3 * 3_600_000, '3 hr ago'],
  [25 * 3_600_000, 'yesterday'],
  [-9_000, 'now'],
])('%i ms ago is %j', (ago, words) => {
  const now = Date.UTC(2026, 5, 20, 12);
  expect(british.age(now - ago, now)).toBe(words);
});

test('more than a week ago is a date, with the year if it is another one', () => {
  const now = Date.UTC(2026, 5, 20, 12);
  expect(british.age(Date.UTC(2026, 5, 3, 12), now)).toBe('3 Jun');
  expect(british.age(Date.UTC(2025, 5, 3, 12), now)).toBe('3 Jun 2025');
});
