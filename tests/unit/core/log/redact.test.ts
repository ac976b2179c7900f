import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../electron/core/log/redact.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { toStoredAnswer } from '../../../../electron/core/service/stored-answer.ts';

const keys = ['sk-1234567890abcdef', 'a/b+c=d"e\\f&g', 'SK_live.~-%41', 'x'.repeat(400), '(.*)[a-z]+$'];

describe('createRedactor', () => {
  it.each(keys)('leaves no trace of %j in any form', (key) => {
    const bytes = Buffer.from(key);
    const redact = createRedactor(key);
    const forms = [
      key,
      JSON.stringify({ key }),
      JSON.stringify({ key }).replaceAll('/', '\\/'),
      JSON.stringify({ key }).replaceAll('&', '\\u0026').replaceAll('+', '\\u002B'),
      encodeURIComponent(key),
      encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      `?auth=Bearer%20${encodeURIComponent(key)}&x=1`,
      `authorization: bearer ${key}`,
      ...['', 'a', 'ab', 'abc', 'Bearer ', 'user:'].flatMap((before) => [
        Buffer.from(`${before}${key}`).toString('base64'),
        Buffer.from(`${before}${key} and more`).toString('base64url'),
      ]),
    ];
    for (const form of forms) {
      const shown = redact(`before ${form} after ${form}`);
      expect(shown).toMatch(/^before .*\[key\].* after .*\[key\]/s);
      expect(shown).not.toContain(form);
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(bytes.toString('hex'));
      expect(shown).not.toContain(bytes.toString('base64').slice(0, -4));
    }
  });

  it('removes any bearer token, even of another key', () => {
    expect(createRedactor('one')('{"headers":{"Authorization":"Bearer two-three"}}')).toBe(
      '{"headers":{"Authorization":"Bearer [key]"}}',
    );
  });

  it.each(['Bearer  two', 'bearer+two', 'Bearer%20two', 'Bearer%20%20two', 'Bearer + %20two', 'bearer 20202020', 'bearer 2', 'Bearer %2b'])(
    'removes all of what follows %j',
    (text) => {
      expect(createRedactor('')(`"${text}"`)).toMatch(/^"bearer(?: |\+|%20)\[key\]"$/i);
    },
  );

  it('leaves other text alone', () => {
    const text = 'Nothing to hide: sk-1234567890abcde, MTIz, %2f, bearer of news';
    expect(createRedactor('sk-1234567890abcdef')(text)).toBe(text.replace('bearer of', 'bearer [key]'));
    expect(createRedactor('')('text')).toBe('text');
  });
});

describe('toStoredAnswer', () => {
  const same = (text: string): string => text;

  it('redacts before it cuts, so that no half of a key remains', () => {
    const key = 'sk-1234567890abcdef';
    const { body, truncated } = toStoredAnswer(`${'x'.repeat(64 * 1024 - 8)}${key}`, 200, 0, createRedactor(key));
    expect(body.endsWith('xx[key]')).toBe(true);
    expect(truncated).toBe(false);
  });

  it('does not cut a character in two', () => {
    const { body, truncated } = toStoredAnswer(`x${'🦊'.repeat(40_000)}`, 200, 0, same);
    expect(truncated).toBe(true);
    expect(body).toHaveLength(64 * 1024 - 1);
    expect(body.isWellFormed()).toBe(true);
  });

  it('replaces the bytes of large pictures by their number', () => {
    const base64 = 'QUJD'.repeat(100);
    const text = `{"a":{"b64_json": "${base64}"},"b":"data:image/png;base64,${base64}","c":{"b64_json":"QUJD"}}`;
    expect(toStoredAnswer(text, 200, 0, same).body).toBe(
      '{"a":{"b64_json": "[400 characters left out]"},"b":"data:image/png;base64,[400 characters left out]","c":{"b64_json":"QUJD"}}',
    );
  });

  it.each([
    ['in another field', (base64: string) => `{"image":"${base64}","seed":1}`, (left: string) => `{"image":"${left}","seed":1}`],
    ['with escaped slashes', (base64: string) => `{"url":"${base64.replaceAll('/', '\\/')}"}`, (left: string) => `{"url":"${left}"}`],
    ['in lines', (base64: string) => `{"url":"${base64.replace(/.{76}/g, '$&\\n')}"}`, (left: string) => `{"url":"${left}"}`],
    ['in JSON in a string', (base64: string) => JSON.stringify({ data: JSON.stringify({ b64_json: base64, id: 't' }) }), (left: string) => JSON.stringify({ data: JSON.stringify({ b64_json: left, id: 't' }) })],
    ['in Markdown', (base64: string) => `{"content":"![](data:image/png;base64,${base64})"}`, (left: string) => `{"content":"![](data:image/png;base64,${left})"}`],
  ])('replaces the bytes of a picture %s', (_where, text, kept) => {
    const base64 = Buffer.concat([samplePicture('png').bytes, Buffer.alloc(600, '/?')]).toString('base64');
    expect(toStoredAnswer(text(base64), 200, 0, same).body.replace(/\d+(?= characters)/, 'N')).toBe(kept('[N characters left out]'));
  });

  it('keeps long texts that are no pictures', () => {
    const text = `{"prompt":"${'a'.repeat(3000)}","token":"${'QUJD'.repeat(500)}","url":"https://images.test/1.png?sig=${'QUJD'.repeat(200)}"}`;
    expect(toStoredAnswer(text, 200, 0, same).body).toBe(text);
  });

  it('keeps what the database can hold', () => {
    expect(toStoredAnswer('a\0b', null, 5, same)).toEqual({ at: 5, httpStatus: null, body: 'a\uFFFDb', truncated: false });
  });
});
