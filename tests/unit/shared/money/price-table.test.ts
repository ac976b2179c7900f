import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAmounts, type Amount } from '../../../../shared/money/amount.ts';
import { priceOf, sumPrices, type PriceRow } from '../../../../shared/money/price-table.ts';

const row = (model: string, size: string, quality: string, amount: Amount | null, more: Partial<PriceRow> = {}): PriceRow => ({ model, size, quality, amount, origin: 'person', at: 1, ...more });
const request = { model: 'image-2', size: '1024x1024', quality: 'high' };

describe('the price of a request', () => {
  test('is unknown if nothing matches', () => {
    expect(priceOf([], request)).toBeNull();
    expect(priceOf([row('image-1', '*', '*', '1'), row('image-2', '*', 'low', '2'), row('', '', '', '3')], request)).toBeNull();
  });

  test.each<[string, PriceRow[], Amount | null]>([
    ['an exact row beats patterns', [row('*', '*', '*', '1'), row('image-2', '1024x1024', 'high', '2'), row('image-*', '1024x1024', 'high', '3')], '2'],
    ['more exact fields win', [row('image-2*', '1024x*', 'high', '1'), row('*', '1024x1024', 'high', '2')], '2'],
    ['then the longer pattern', [row('image-*', '*', '*', '1'), row('i*', '*', '*', '2'), row('*', '1024*', '*', '3')], '1'],
    ['asterisks count for nothing', [row('image*', '*', '*', '1'), row('im****', '*', '*', '2')], '1'],
    ['the person beats what was learned', [row('image-2', '1024x1024', 'high', '1'), row('image-2', '1024x1024', 'high', '0.5', { origin: 'learned', at: 9 })], '1'],
    ['also with a pattern', [row('*', '*', '*', '1'), row('image-2', '1024x1024', 'high', '0.5', { origin: 'learned', at: 9 })], '1'],
    ['but not if the service has charged more since', [row('*', '*', '*', '1'), row('image-2', '1024x1024', 'high', '2', { origin: 'learned', at: 9 })], '2'],
    ['a table that was saved later beats what was charged before', [row('*', '*', '*', '1', { at: 10 }), row('image-2', '1024x1024', 'high', '2', { origin: 'learned', at: 9 })], '1'],
    ['a free trial does not make the next ones free', [row('*', '*', '*', '0.1'), row('image-2', '1024x1024', 'high', '0', { origin: 'learned', at: 9 })], '0.1'],
    ['what was learned counts where the person entered nothing', [row('image-3', '*', '*', '1'), row('image-2', '1024x1024', 'high', '2', { origin: 'learned' })], '2'],
    ['and where the person said "unknown"', [row('*', '*', '*', '1'), row('image-2', '*', 'high', null, { at: 9 }), row('image-2', '1024x1024', 'high', '2', { origin: 'learned' })], '2'],
    ['the newest of equal rows', [row('*', '*', '*', '1', { at: 5 }), row('*', '*', '*', '2', { at: 7 }), row('*', '*', '*', '3', { at: 6 })], '2'],
    ['"unknown" by the person', [row('*', '*', '*', '1'), row('image-2', '1024x1024', 'high', null)], null],
    ['a learned row is no pattern', [row('*', '*', '*', '1', { origin: 'learned' })], null],
  ])('%s', (_, rows, price) => {
    expect(priceOf(rows, request)).toBe(price);
    expect(priceOf(rows.toReversed(), request)).toBe(price);
  });

  test.each([
    ['*', '', true],
    ['a*', 'a', true],
    ['*a', 'ba', true],
    ['a*a', 'a', false],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'acb', false],
    ['*ab*ab*', 'abab', true],
    ['*ab*ab*', 'aba', false],
    ['a*bc', 'abcbc', true],
    ['image.2', 'image-2', false],
    ['A*', 'a', false],
  ])('the pattern %j and the text %j: %s', (pattern, text, matching) => {
    expect(priceOf([row(pattern, '*', '*', '1')], { model: text, size: '', quality: '' })).toBe(matching ? '1' : null);
  });

  test('a pattern matches what a regular expression matches', () => {
    const letters = (unit: string[]): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom(...unit), maxLength: 8 });
    fc.assert(
      fc.property(letters(['a', 'b', '*']), letters(['a', 'b']), (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text);
        expect(priceOf([row(pattern, '*', '*', '1')], { model: text, size: '', quality: '' })).toBe(expected ? '1' : null);
      }),
    );
  });
});

describe('the price of several', () => {
  test('adds what is known, and counts what is not', () => {
    const rows = [row('image-2', '*', '*', '0.1'), row('image-2', '*', 'high', '0.2'), row('image-3', '*', '*', null)];
    const asked = [
      { request, count: 3 },
      { request: { ...request, quality: 'low' }, count: 1 },
      { request: { ...request, model: 'image-3' }, count: 2 },
      { request: { ...request, model: 'other' }, count: 5 },
    ];
    expect(sumPrices(rows, asked)).toEqual({ amount: '0.7', unpriced: 7 });
    expect(sumPrices(rows, [])).toEqual({ amount: '0', unpriced: 0 });
  });

  test('is the sum of each one alone', () => {
    const models = fc.constantFrom('a', 'b', 'c');
    const tables = fc.array(fc.tuple(fc.constantFrom('a', 'b', '*'), fc.option(fc.constantFrom('0.1', '0.02', '3'))), { maxLength: 6 });
    fc.assert(
      fc.property(tables, fc.array(fc.tuple(models, fc.integer({ min: 1, max: 4 })), { maxLength: 20 }), (table, list) => {
        const rows = table.map(([model, amount], at) => row(model, '*', '*', amount, { at }));
        const asked = list.map(([model, count]) => ({ request: { model, size: '', quality: '' }, count }));
        const single = asked.flatMap(({ request: one, count }) => Array.from({ length: count }, () => priceOf(rows, one)));
        expect(sumPrices(rows, asked)).toEqual({ amount: addAmounts(...single.filter((price) => price !== null)), unpriced: single.filter((price) => price === null).length });
      }),
    );
  });
});
