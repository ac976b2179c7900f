import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactValue, JsonProblem, readJson } from '../../../../shared/json/json-tree.ts';

function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'no JSON';
  }
}

function read(text: string): unknown {
  try {
    return { value: exactValue(readJson(text, 500)) };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return error.fault === 'lossy' || error.fault === 'twice' ? error.fault : 'no JSON';
  }
}

describe('any text', () => {
  test('that JSON.stringify writes has the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(read(text)).toEqual(parsed(text));
      }),
    );
  });

  test('is JSON exactly if JSON.parse says so', () => {
    const token = fc.constantFrom('{', '}', '[', ']', ':', ',', '"', '"a"', '"a":', '\\', '\\u00e9', '\n', ' ', '\t', '\0', '-', '0', '1', '.5', 'e3', 'true', 'null', 'nul', '\u00a0', '🦊');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const found = read(tokens.join(''));
        if (found === 'twice' || found === 'lossy') expect(parsed(tokens.join(''))).not.toBe('no JSON');
        else expect(found).toEqual(parsed(tokens.join('')));
      }),
      { numRuns: 2000 },
    );
  });

  test('has whole numbers with every digit, or is refused at their place', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (number) => {
        const text = `[1, ${number}]`;
        const found = read(text);
        if (found === 'lossy') expect(() => exactValue(readJson(text, 5))).toThrow(expect.objectContaining({ offset: 4 }) as Error);
        else expect(digitsOf(JSON.stringify((found as { readonly value: readonly number[] }).value[1]))).toBe(number);
        if (Number.isSafeInteger(Number(number))) expect(found).not.toBe('lossy');
      }),
    );
  });
});

/** The whole number that a text of JSON writes, such as `1.5e+21`. */
function digitsOf(text: string): bigint {
  const [, whole = '', fraction = '', power = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(text) ?? [];
  return BigInt(whole + fraction.padEnd(Number(power), '0'));
}
