import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../../shared/errors.ts';
import { parseKey, readKey, type KeyCorrection, type KeyFault } from '../../../../shared/network/service-key.ts';

const key = 'sk-test_9f8e7d6c5b4a3210/+=';

const corrected: readonly (readonly [string, readonly KeyCorrection[]])[] = [
  [key, []],
  [` ${key}\n`, ['blanks']],
  [`\u00a0${key}\t`, ['blanks']],
  [`${key.slice(0, 16)}\n${key.slice(16)}`, ['blanks']],
  [`${key.slice(0, 16)}\r\n  ${key.slice(16)}`, ['blanks']],
  [`Bearer ${key}`, ['words']],
  [`bearer: ${key}`, ['words']],
  [`Authorization: Bearer ${key}`, ['words']],
  [`-H "Authorization: Bearer ${key}"`, ['words', 'quotes']],
  [`"Authorization": "Bearer ${key}",`, ['words', 'quotes']],
  [`SERVICE_API_KEY=${key}`, ['words']],
  [`export SERVICE_API_KEY="${key}"`, ['words', 'quotes']],
  [`$env:SERVICE_API_KEY = '${key}';`, ['words', 'quotes']],
  [`x-api-key: ${key}`, ['words']],
  [`"api_key": "${key}",`, ['words', 'quotes']],
  [`"${key}"`, ['quotes']],
  [`“${key}”`, ['quotes']],
  [`\`${key}\``, ['quotes']],
  [`<${key}>`, ['quotes']],
  [`\u200b${key}`, ['invisible']],
  [`${key.slice(0, 5)}\u200b${key.slice(5)}`, ['invisible']],
  [`\ufeff${key}`, ['invisible', 'blanks']],
  [`${key.slice(0, 5)}\u2060${key.slice(5)}`, ['invisible']],
  [`${key.slice(0, 5)}\u00ad${key.slice(5)}`, ['invisible']],
  [`\u202a${key}\u202c`, ['invisible']],
  [`${key}\0`, ['invisible']],
  ['ｓｋ－ｔｅｓｔ＿9f8e7d6c5b4a3210／＋＝', ['full-width']],
  [`Ｂｅａｒｅｒ\u3000${key}`, ['full-width', 'words']],
];

const refused: readonly (readonly [string, KeyFault])[] = [
  ['', 'key-malformed'],
  ['Bearer ', 'key-malformed'],
  ['"', 'key-malformed'],
  ['two words', 'key-spaces'],
  ['sk-1234 5678', 'key-spaces'],
  ['sk-1234\u00a05678', 'key-spaces'],
  ['Key\nsk-12345678', 'key-spaces'],
  ['sk-first0123456789abc\nsk-second0123456789abc', 'key-spaces'],
  ['Basic c2stMTIzNDU2Nzg=', 'key-spaces'],
  ['sk–12345678', 'key-dashes'],
  ['sk—12345678', 'key-dashes'],
  ['sk\u221212345678', 'key-dashes'],
  ['sk-1234****5678', 'key-masked'],
  ['sk-1234••••5678', 'key-masked'],
  ['sk-1234…5678', 'key-masked'],
  ['sk-1234...5678', 'key-masked'],
  ['Bearer sk-****', 'key-masked'],
  ['sk-“123”x', 'key-malformed'],
  // A Cyrillic letter.
  ['sk-аbcdef12', 'key-malformed'],
  ['sk-\ud83d', 'key-malformed'],
];

describe('readKey', () => {
  it.each(corrected)('reads %j: %j', (pasted, corrections) => {
    expect(readKey(pasted)).toEqual({ ok: true, key, corrected: expect.arrayContaining([...corrections]) as unknown });
    expect(readKey(pasted)).toMatchObject({ corrected: { length: corrections.length } });
  });

  it.each(refused)('refuses %j: %s', (pasted, why) => {
    expect(readKey(pasted)).toEqual({ ok: false, why });
    expect(() => parseKey(pasted)).toThrow(AppFailure);
  });

  it('finds what is around a key also if it comes to light when its lines are joined', () => {
    expect(readKey('sk-API_KEY=abcd1234>\n,')).toEqual({ ok: true, key: 'sk-API_KEY=abcd1234', corrected: ['blanks', 'quotes'] });
  });

  it('changes no key without saying so, and gives the same when its result is read again', () => {
    const pieces = fc.constantFrom('sk-', 'abcd1234', '=', '/', '+', '"', '’', '>', ' ', '\n', '\u200b', 'Ａ', 'Bearer ', 'API_KEY=', 'Authorization: ', ',', '.', '-', '*');
    fc.assert(
      fc.property(fc.oneof(fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join('')), fc.string(), fc.base64String()), (pasted) => {
        const reading = readKey(pasted);
        if (!reading.ok) return;
        expect(readKey(reading.key)).toEqual({ ok: true, key: reading.key, corrected: [] });
        expect(reading.corrected.length === 0).toBe(reading.key === pasted);
      }),
      { numRuns: 3000 },
    );
  });
});
