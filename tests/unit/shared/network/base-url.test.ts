import { describe, expect, it } from 'vitest';
import { originOf, parseBaseUrl } from '../../../../shared/network/base-url.ts';
import { AppFailure } from '../../../../shared/errors.ts';

const taken: readonly (readonly [string, string])[] = [
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://api.example.com/  ', 'https://api.example.com'],
  ['https://api.example.com/v1', 'https://api.example.com'],
  ['https://api.example.com/v1/', 'https://api.example.com'],
  ['https://API.example.com:443/V1//', 'https://api.example.com'],
  ['https://api.example.com:8443/images/v1', 'https://api.example.com:8443/images'],
  ['https://api.example.com/v10', 'https://api.example.com/v10'],
  ['api.example.com/v1', 'https://api.example.com'],
  ['http://localhost:8080/v1', 'http://localhost:8080'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
  ['http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]'],
  ['https://api.example.com/gateway/V1', 'https://api.example.com/gateway'],
];

const refused: readonly (readonly [string, string])[] = [
  ['', 'address-invalid'],
  ['https://', 'address-invalid'],
  ['ftp://example.com', 'address-invalid'],
  ['file:///etc/passwd', 'address-invalid'],
  ['javascript:alert(1)', 'address-invalid'],
  ['https://user:secret@example.com', 'address-invalid'],
  ['https://user@example.com', 'address-invalid'],
  ['https://example.com/?key=1', 'address-invalid'],
  ['https://example.com/#here', 'address-invalid'],
  ['https://example.com/?', 'address-invalid'],
  ['https://exa mple.com', 'address-invalid'],
  ['http://example.com', 'address-not-https'],
  ['http://192.168.1.5:8080', 'address-not-https'],
  ['http://localhost.example.com', 'address-not-https'],
  ['http://127.0.0.1.example.com', 'address-not-https'],
  ['http://0.0.0.0', 'address-not-https'],
  ['http://[::ffff:10.0.0.1]', 'address-not-https'],
  ['not an address', 'address-invalid'],
];

describe('parseBaseUrl', () => {
  it.each(taken)('takes %s as %s', (text, expected) => {
    expect(parseBaseUrl(text)).toBe(expected);
    expect(parseBaseUrl(parseBaseUrl(text))).toBe(expected);
  });

  it.each(refused)('refuses %s: %s', (text, code) => {
    expect(() => parseBaseUrl(text)).toThrow(AppFailure);
    expect(() => parseBaseUrl(text)).toThrow(code);
  });
});

describe('originOf', () => {
  it('leaves out the path and keeps the port', () => {
    expect(originOf('https://api.example.com:8443/images')).toBe('https://api.example.com:8443');
  });
});
