import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAmounts, amountLeft, billionths, compareAmounts, fromBillionths, readAmount, timesAmount } from '../../../../shared/money/amount.ts';

/** Amounts as `readAmount` returns them. */
const amounts = fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }).map(fromBillionths);

describe('an amount is read', () => {
  test.each([
    ['0', '0'],
    ['000', '0'],
    ['20', '20'],
    [' 1.80 ', '1.8'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0.0412', '0.0412'],
    ['0.1000000000000', '0.1'],
    ['4e-7', '0.0000004'],
    ['1.5E+3', '1500'],
    ['999999999.999999999', '999999999.999999999'],
  ])('%j as %j', (text, amount) => expect(readAmount(text)).toBe(amount));

  test.each(['', ' ', '.', '-1', '+1', 'NaN', 'Infinity', '1,5', '1,000', '$2', '1 2', '0x10', '1.2.3', '1e', '1000000000', '1e9', '1e999', '0.0000000001', '1'.repeat(1_000_000)])(
    '%j is refused',
    (text) => expect(readAmount(text)).toBeNull(),
  );

  test('as it is written', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(readAmount(amount)).toBe(amount);
      }),
    );
  });
});

describe('amounts are exact', () => {
  test('where binary fractions are not', () => {
    expect(addAmounts('0.1', '0.2')).toBe('0.3');
    expect(timesAmount('1.1', 3)).toBe('3.3');
    expect(addAmounts()).toBe('0');
  });

  test('a sum is the sum of the billionths, in any order', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 50 }), (list) => {
        const sum = list.reduce((total, amount) => total + billionths(amount), 0n);
        expect(addAmounts(...list)).toBe(fromBillionths(sum));
        expect(addAmounts(...list.toReversed())).toBe(fromBillionths(sum));
      }),
    );
  });

  test('a product is the sum repeated', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, count) => {
        expect(timesAmount(amount, count)).toBe(fromBillionths(billionths(amount) * BigInt(count)));
      }),
    );
  });

  test('billionths come back as the same amount, also as text, and fit in 64 bits', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(fromBillionths(billionths(amount))).toBe(amount);
        expect(fromBillionths(String(billionths(amount)))).toBe(amount);
        expect(billionths(amount) < 2n ** 63n).toBe(true);
      }),
    );
  });

  test('they compare as their billionths do, and what is left is never negative', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(Math.sign(compareAmounts(a, b))).toBe(Math.sign(Number(billionths(a) - billionths(b))));
        expect(amountLeft(a, b)).toBe(compareAmounts(a, b) <= 0 ? '0' : fromBillionths(billionths(a) - billionths(b)));
      }),
    );
  });
});
