import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRequestFields, writeRequestFields } from '../../../../shared/request/request-fields.ts';

describe('more request fields', () => {
  test('are any JSON object; blank text is none', () => {
    expect(readRequestFields(' \n')).toEqual({ ok: true, fields: {} });
    expect(readRequestFields('{"seed": 42, "a": [1, -2.5e3, true, null, {"b": "\\u00e4"}], "c": {}}')).toEqual({
      ok: true,
      fields: { seed: 42, a: [1, -2500, true, null, { b: 'ä' }], c: {} },
    });
  });

  test.each([
    ['[1]', 'object', 1, 1],
    ['seed: 1', 'object', 1, 1],
    ['{"a": 1', 'ends', 1, 8],
    ['{"a": 1,\n  b: 2}', 'name', 2, 3],
    ['{"a": 1,}', 'name', 1, 9],
    ['{"a": 1 "b": 2}', 'unexpected', 1, 9],
    ['{"a" 1}', 'unexpected', 1, 6],
    ['{"a": yes}', 'unexpected', 1, 7],
    ['{"a": 1} x', 'unexpected', 1, 10],
    ['{"a":\n\n [1, 2}', 'unexpected', 3, 7],
    ['{"a": "b}', 'text', 1, 7],
    ['{"a": "\\q"}', 'text', 1, 7],
    ['{"a": 01}', 'number', 1, 7],
    ['{"a": 1.}', 'number', 1, 7],
    ['{"seed": 12345678901234567890}', 'lossy', 1, 10],
    ['{"a": 1e999}', 'lossy', 1, 7],
    ['{"a": 1, "a": 2}', 'twice', 1, 10],
    ['{"": 1}', 'name', 1, 2],
    ['{"a": {"model": 1},\n"model": "x"}', 'own', 2, 1],
    ['{"pro\\u006dpt": "x"}', 'own', 1, 2],
    [`{"a": ${'['.repeat(40)}`, 'deep', 1, 39],
    [`{"a": "${'x'.repeat(20_001)}"}`, 'ends', 1, null],
  ])('%s: %s in line %i, column %i', (text, why, line, column) => {
    const read = readRequestFields(text);
    if (column === null) return expect(read).toMatchObject({ ok: false, why: 'too-long', line });
    expect(read).toMatchObject({ ok: false, why, line, column });
  });

  test('what JSON.parse refuses is refused with a place in the text, and nothing throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json().map((text) => text.slice(0, -1)), fc.json().chain((text) => fc.nat(text.length).map((at) => `${text.slice(0, at)},${text.slice(at)}`))), (text) => {
        const read = readRequestFields(text);
        if (!read.ok) return read.offset >= 0 && read.offset <= text.length;
        return text.trim() === '' || JSON.stringify(JSON.parse(text)) === JSON.stringify(read.fields);
      }),
      { seed: 16, numRuns: 2_000 },
    );
  });

  test('every object comes back from its text', () => {
    const names = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !['model', 'prompt', 'size', 'quality', '__proto__'].includes(name));
    const values = fc.jsonValue({ maxDepth: 4, noUnicodeString: false }).filter((value) => !JSON.stringify(value).includes('__proto__') && !/\d{17}/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(fc.dictionary(names, values, { maxKeys: 5 }), (fields) => {
        expect(readRequestFields(writeRequestFields(fields))).toEqual({ ok: true, fields: JSON.parse(JSON.stringify(fields)) });
      }),
      { seed: 16, numRuns: 500 },
    );
  });
});
