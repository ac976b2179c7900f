import { expect, it } from 'vitest';
import { addressFault, isWebAddress } from '../../../../shared/request/reference-checks.ts';

it.each(['https://a.test/fox.png', 'http://a.test', 'HTTPS://a.test/ä?b=c#d', 'https://a.test/a%20b'])('%s is the address of a picture', (text) => {
  expect(addressFault(text)).toBeNull();
});

it.each(['', 'fox.png', 'a.test/fox.png', 'file:///etc/passwd', 'ftp://a.test/', 'javascript:alert(1)', 'data:image/png;base64,AA', 'https://', 'https://a b', ' https://a.test', 'https://a.test/\n', `https://a.test/${'x'.repeat(8192)}`])(
  '%j is none',
  (text) => {
    expect(addressFault(text)).toBe('wrong');
  },
);

it.each(['https://me:secret@a.test/fox.png', 'https://me@a.test/', 'http://:secret@a.test/', 'https://ä%40b:c@a.test'])('%s has a password or a user name', (text) => {
  expect(addressFault(text)).toBe('password');
  expect(isWebAddress(text)).toBe(false);
});

it('the @ of a path or a query is no password', () => {
  expect(addressFault('https://a.test/@me/fox.png?by=a@b:c#d@e')).toBeNull();
});
