import { expect, it, test } from 'vitest';
import { readClipboardKey } from '../../../../shared/network/clipboard-key.ts';

test.each([
  ['sk-e2e-0123456789-abcdef', 'sk-e2e-0123456789-abcdef'],
  [' sk-proj_AbC123.def~456+/=\n', 'sk-proj_AbC123.def~456+/='],
  ['Authorization: Bearer sk-e2e-0123456789-abcdef', 'sk-e2e-0123456789-abcdef'],
  ['SERVICE_API_KEY="sk-e2e-0123456789-abcdef"', 'sk-e2e-0123456789-abcdef'],
  ['7f3a91c2d4e85b607f3a91c2d4e85b60', '7f3a91c2d4e85b607f3a91c2d4e85b60'],
])('%j has the key %s', (text, key) => {
  expect(readClipboardKey(text)?.key).toBe(key);
});

test.each([
  '',
  '   \n',
  'a short one 1',
  'hunter2',
  'correct-horse-battery',
  '4111111111111111',
  'two words that are 123 no key',
  'https://example.com/a?token=abcdef0123456789',
  'www.example.com/abcdef0123456789',
  '/home/me/pictures/portrait-0001',
  '~/pictures/portrait-0001-final',
  './pictures/portrait-0001-final',
  'C:\\Users\\me\\portrait-0001-final',
  'portrait-0001-final-version-2.png',
  'me-and-you-2026@example.com',
  'sk-1234****5678abcdef',
  'sk-e2e–0123456789–abcdef',
  `sk-1${'a'.repeat(1100)}`,
  `sk-1234567890abcdef\n${'A line of a letter, with a number: 1.\n'.repeat(100)}`,
])('%j has none', (text) => {
  expect(readClipboardKey(text)).toBe(null);
});

it('says what was corrected', () => {
  expect(readClipboardKey('Bearer sk-e2e-0123456789-abcdef')?.corrected).toEqual(['words']);
});
