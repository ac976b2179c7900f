import { describe, expect, it } from 'vitest';
import { storedAmount } from '../../../../shared/money/stored-amount.ts';
import { readPrice } from '../../../../shared/money/amount.ts';

describe('what a task costs, as a service says it', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    ['0.30000000000000004', '0.3'],
    [4e-7, '0.0000004'],
    ['1.80', '1.8'],
    [0, '0'],
    [999_999, '999999'],
  ])('%s is %s', (said, amount) => {
    expect(storedAmount.parse(said)).toBe(amount);
  });

  it.each([[-1], ['-0.5'], [Number.NaN], [1e21], ['1e999'], [40_000_000], ['1000000'], ['$1'], ['1,5'], [''], [true], [{ amount: 1 }]])('%s is no cost', (said) => {
    expect(storedAmount.parse(said)).toBe(null);
  });

  it('fits in the sums of the database: ten of the highest prices in one line', () => {
    expect(readPrice('999999.999999999')).toBe('999999.999999999');
    expect(readPrice('1000000')).toBe(null);
  });
});
