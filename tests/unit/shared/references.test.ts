import { expect, it } from 'vitest';
import { isReferenceAddress } from '../../../shared/references.ts';

it.each(['https://a.test/fox.png', 'http://a.test', 'HTTPS://a.test/ä?b=c#d', 'https://a.test/a%20b'])('%s is the address of a picture', (text) => {
  expect(isReferenceAddress(text)).toBe(true);
});

it.each(['', 'fox.png', 'a.test/fox.png', 'file:///etc/passwd', 'ftp://a.test/', 'javascript:alert(1)', 'data:image/png;base64,AA', 'https://', 'https://a b', ' https://a.test', 'https://a.test/\n', `https://a.test/${'x'.repeat(8192)}`])(
  '%j is none',
  (text) => {
    expect(isReferenceAddress(text)).toBe(false);
  },
);
