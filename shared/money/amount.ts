import { Big } from 'big.js';

/**
 * An exact decimal as text: no sign, no exponent, no needless zeros (`0`, `20`, `1.8`, `0.0412`). It says nothing about the unit.
 * Amounts are never binary fractions: `0.1` and `0.2` make `0.3`.
 */
export type Amount = string;

export const noAmount: Amount = '0';

/** Digits that a read amount may have. Its billionths then fit in an INTEGER of SQLite (64 bits), and so does a sum of nine. */
const digits = { before: 9, after: 9 } as const;

/** Digits with at most one point, and an exponent as spreadsheets and JSON write tiny numbers (`4e-7`). */
const written = /^(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/**
 * Reads an amount that a person, a file or a service wrote, with `.` before the decimals. Null for everything else: a negative number,
 * a currency sign, separated thousands, a comma before the decimals, and more than nine digits before or after the point.
 */
export function readAmount(text: string): Amount | null {
  const trimmed = text.trim();
  if (trimmed.length > 64 || !written.test(trimmed)) return null;
  const amount = new Big(trimmed).toFixed();
  const [before = '', after = ''] = amount.split('.');
  return before.length > digits.before || after.length > digits.after ? null : amount;
}

/** No submission costs this much. A larger number is in another unit, such as billionths, and the sums of such numbers would not fit in 64 bits. */
const beyondAnyPrice: Amount = '1000000';

/** Reads what one submission costs, as a person or a file says it: an amount below a million. Null for everything else. */
export function readPrice(text: string): Amount | null {
  const amount = readAmount(text);
  return amount === null || compareAmounts(amount, beyondAnyPrice) >= 0 ? null : amount;
}

/** Reads what a submission cost, as a service says it. Some services compute with binary fractions and say `0.30000000000000004`, so it is rounded to billionths. */
export function readCost(text: string): Amount | null {
  const trimmed = text.trim();
  return trimmed.length > 64 || !written.test(trimmed) ? null : readPrice(new Big(trimmed).round(digits.after).toFixed());
}

export function addAmounts(...amounts: readonly Amount[]): Amount {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toFixed();
}

/** `count`: a whole number, 0 or more. */
export function timesAmount(amount: Amount, count: number): Amount {
  return new Big(amount).times(count).toFixed();
}

/** Parts that differ by a billionth at most, the larger ones first. Their sum is the amount. */
export function splitAmount(amount: Amount, count: number): readonly Amount[] {
  const [whole, parts] = [billionths(amount), BigInt(count)];
  return Array.from({ length: count }, (_, at) => fromBillionths(whole / parts + (BigInt(at) < whole % parts ? 1n : 0n)));
}

/** Negative if `a` is smaller, positive if it is larger, 0 if they are equal. */
export function compareAmounts(a: Amount, b: Amount): number {
  return new Big(a).cmp(b);
}

/** What is left of `whole` after `part` is taken away; 0 if `part` is larger. */
export function amountLeft(whole: Amount, part: Amount): Amount {
  const left = new Big(whole).minus(part);
  return left.lt(0) ? noAmount : left.toFixed();
}

/** The amount as SQLite holds it: in billionths, as a whole number. Exact for every amount that `readAmount` returns, and for their sums. */
export function billionths(amount: Amount): bigint {
  return BigInt(new Big(amount).times(1e9).toFixed(0));
}

/** `count`: a whole number of billionths, also as decimal text. */
export function fromBillionths(count: bigint | string): Amount {
  return new Big(count.toString()).div(1e9).toFixed();
}
