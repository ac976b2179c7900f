import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../../shared/errors.ts';
import { originOf, parseBaseUrl, readBaseUrl, type AddressCorrection } from '../../../../shared/network/base-url.ts';

/** What needs no word: blanks, slashes at the end, the usual `/v1`, capitals. */
const asMeant: readonly (readonly [string, string])[] = [
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://api.example.com/  ', 'https://api.example.com'],
  ['https://api.example.com\r\n', 'https://api.example.com'],
  ['https://api.example.com/v1', 'https://api.example.com'],
  ['https://api.example.com/v1/', 'https://api.example.com'],
  ['HTTPS://API.example.com:443/V1//', 'https://api.example.com'],
  ['https://api.example.com:8443/images/v1', 'https://api.example.com:8443/images'],
  ['https://api.example.com/gateway/V1', 'https://api.example.com/gateway'],
  ['https://api.example.com/v10', 'https://api.example.com/v10'],
  ['https://gateway.example.com/v1/account/name/provider', 'https://gateway.example.com/v1/account/name/provider'],
  ['https://api.example.com/tasks/images', 'https://api.example.com/tasks/images'],
  ['http://localhost:8080/v1', 'http://localhost:8080'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
  ['http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]'],
  ['https://localhost:8080', 'https://localhost:8080'],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
];

const corrected: readonly (readonly [string, string, AddressCorrection])[] = [
  ['api.example.com/v1', 'https://api.example.com', 'scheme'],
  ['//api.example.com', 'https://api.example.com', 'scheme'],
  ['api.example.com:8443', 'https://api.example.com:8443', 'scheme'],
  // On this computer, services seldom have a certificate.
  ['localhost:8080', 'http://localhost:8080', 'scheme'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', 'scheme'],
  ['[::1]:8080', 'http://[::1]:8080', 'scheme'],
  ['127.1:8080/v1', 'http://127.0.0.1:8080', 'scheme'],
  ['https://https://api.example.com', 'https://api.example.com', 'scheme'],
  ['http://https://api.example.com', 'https://api.example.com', 'scheme'],
  ['https://http://localhost:8080', 'http://localhost:8080', 'scheme'],
  ['https:/api.example.com', 'https://api.example.com', 'scheme'],
  ['https:api.example.com', 'https://api.example.com', 'scheme'],
  ['https//api.example.com', 'https://api.example.com', 'scheme'],
  ['https;//api.example.com', 'https://api.example.com', 'scheme'],
  ['https:///api.example.com', 'https://api.example.com', 'scheme'],
  ['https://api.example.com/v1/images/generations', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/images/generations/', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/images/generations', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/images', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/tasks', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/tasks/abc', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/tasks/{task_id}', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/models', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/chat/completions', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1/v1', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/v1//v1/images/generations', 'https://api.example.com', 'endpoint'],
  ['https://api.example.com/gateway/v1/images/generations', 'https://api.example.com/gateway', 'endpoint'],
  ['http://localhost:8080/v1/images/generations', 'http://localhost:8080', 'endpoint'],
  ['https://api.example.com/?key=1', 'https://api.example.com', 'query'],
  ['https://api.example.com/v1?', 'https://api.example.com', 'query'],
  ['https://api.example.com/#here', 'https://api.example.com', 'query'],
  ['"https://api.example.com"', 'https://api.example.com', 'signs'],
  ["'https://api.example.com/v1',", 'https://api.example.com', 'signs'],
  ['“https://api.example.com”', 'https://api.example.com', 'signs'],
  ['`https://api.example.com`', 'https://api.example.com', 'signs'],
  ['<https://api.example.com>', 'https://api.example.com', 'signs'],
  ['(https://api.example.com).', 'https://api.example.com', 'signs'],
  ['[https://api.example.com]', 'https://api.example.com', 'signs'],
  ['https://api.example.com.', 'https://api.example.com', 'signs'],
  ['https://api.example.com./v1', 'https://api.example.com', 'signs'],
  ['https://api.example.com/v1/...', 'https://api.example.com', 'signs'],
  ['https:\\\\api.example.com\\v1', 'https://api.example.com', 'signs'],
  ['https://api.\u200bexample.com', 'https://api.example.com', 'invisible'],
  ['\ufeffhttps://api.example.com', 'https://api.example.com', 'invisible'],
  ['\u202ahttps://api.example.com\u202c', 'https://api.example.com', 'invisible'],
  ['https://api.exam\u00adple.com', 'https://api.example.com', 'invisible'],
  ['https://api.example.com\0', 'https://api.example.com', 'invisible'],
  ['ｈｔｔｐｓ：／／api.example.com', 'https://api.example.com', 'full-width'],
  ['https://api．example．com／v1', 'https://api.example.com', 'full-width'],
  ['curl https://api.example.com/v1/images/generations -H "Authorization: Bearer sk-1" -d \'{"model":"m"}\'', 'https://api.example.com', 'command'],
  ['curl --request POST "https://api.example.com/v1/tasks/abc" \\\n  --header "Accept: */*"', 'https://api.example.com', 'command'],
  ['Base URL: https://api.example.com/v1', 'https://api.example.com', 'command'],
  ['https://bücher.example', 'https://xn--bcher-kva.example', 'name'],
];

const refused: readonly (readonly [string, string])[] = [
  ['', 'address-invalid'],
  ['https://', 'address-invalid'],
  ['https', 'address-invalid'],
  ['ftp://example.com', 'address-invalid'],
  ['file:///etc/passwd', 'address-invalid'],
  ['file:/etc/passwd', 'address-invalid'],
  ['javascript:alert(1)', 'address-invalid'],
  ['https://ftp://example.com', 'address-invalid'],
  ['https://user:secret@example.com', 'address-has-user'],
  ['https://user@example.com', 'address-has-user'],
  ['me@example.com', 'address-has-user'],
  ['https://exa mple.com', 'address-invalid'],
  ['https://exa"mple.com', 'address-invalid'],
  ['https://api.example.com https://other.example.com', 'address-invalid'],
  ['curl -x https://proxy.example.com:3128 https://api.example.com', 'address-invalid'],
  ['Base URL: https://exa mple.com', 'address-invalid'],
  ['http://example.com', 'address-not-https'],
  ['https://http://example.com', 'address-not-https'],
  ['http://192.168.1.5:8080', 'address-not-https'],
  ['http://localhost.example.com', 'address-not-https'],
  ['http://127.0.0.1.example.com', 'address-not-https'],
  ['http://0.0.0.0', 'address-not-https'],
  ['http://[::ffff:10.0.0.1]', 'address-not-https'],
  ['not an address', 'address-invalid'],
  ['::1', 'address-invalid'],
  ['https://api.example.com:99999', 'address-invalid'],
];

describe('readBaseUrl', () => {
  it.each(asMeant)('takes %j as %s, without a word', (text, base) => {
    expect(readBaseUrl(text)).toEqual({ ok: true, base, corrected: [] });
  });

  it.each(corrected)('corrects %j to %s: %s', (text, base, correction) => {
    const reading = readBaseUrl(text);
    expect(reading).toMatchObject({ ok: true, base });
    expect(reading.ok && reading.corrected).toContain(correction);
  });

  it('gives the same when its result is read again, with nothing to correct', () => {
    const pieces = fc.constantFrom('https', 'http', ':', '/', '//', '://', 'v1', '/v1', '/images', '/generations', '/tasks', 'api.example.com', 'localhost', '127.0.0.1', '[::1]', ':8080', '.', ',', '"', '“', ')', '[', ']', '\\', '?', '#', ' ', '\u200b', '：', 'ü', '%2F', ';', '@', 'curl ', ' -H');
    const texts = fc.oneof(fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')), fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'grapheme' }));
    const known = [...asMeant, ...corrected].map(([text]) => [text] as [string]);
    fc.assert(
      fc.property(texts, (text) => {
        const reading = readBaseUrl(text);
        if (reading.ok) expect(readBaseUrl(reading.base)).toEqual({ ok: true, base: reading.base, corrected: [] });
      }),
      { numRuns: 3000, examples: known },
    );
  });
});

describe('parseBaseUrl', () => {
  it.each(refused)('refuses %j: %s', (text, code) => {
    expect(() => parseBaseUrl(text)).toThrow(AppFailure);
    expect(() => parseBaseUrl(text)).toThrow(code);
  });
});

describe('originOf', () => {
  it('leaves out the path and keeps the port', () => {
    expect(originOf('https://api.example.com:8443/images')).toBe('https://api.example.com:8443');
  });
});
