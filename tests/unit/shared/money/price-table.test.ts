import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAmounts, type Amount } from '../../../../shared/money/amount.ts';
import { noOptions, type PricedBy } from '../../../../shared/account.ts';
import type { GenerationRequest } from '../../../../shared/task.ts';
import { priceOf as priceIn, sumPrices as sumIn, unpricedFields, type PriceRow } from '../../../../shared/money/price-table.ts';
import { longestPricedValue, pricedOf, valueText, writtenValue, type PricedRequest } from '../../../../shared/money/price-fields.ts';

const row = (model: string, size: string, quality: string, amount: Amount | null, more: Partial<PriceRow> = {}): PriceRow => ({ model, size, quality, fields: {}, per: 'task', amount, origin: 'person', at: 1, ...more });
/** No field changes the price. */
const plain: PricedBy = { pictures: null, fields: [], references: false };
const priceOf = (rows: readonly PriceRow[], request: PricedRequest, by = plain): Amount | null => priceIn({ rows, by }, request);
const sumPrices = (rows: readonly PriceRow[], asked: Parameters<typeof sumIn>[1]): ReturnType<typeof sumIn> => sumIn({ rows, by: plain }, asked);
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
    ['the dearest of rows that are equal in everything', [row('image-2', '*', 'high', '1'), row('image-2', '1024x1024', '*', '2'), row('*', '1024x1024', 'high', '1.5')], '2'],
    ['and an unknown price is the dearest', [row('image-2', '*', 'high', null), row('image-2', '1024x1024', '*', '2')], null],
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

describe('fields that change the price', () => {
  const by = noOptions.pricedBy;
  const asking = (fields: GenerationRequest['fields'], references = 0): PricedRequest => ({
    ...request,
    ...(fields && { fields }),
    ...(references > 0 && { references: Array.from({ length: references }, () => ({ kind: 'address', url: 'https://a.example/1.png' }) as const) }),
  });
  const of = (fields: Record<string, string>, amount: Amount | null, more: Partial<PriceRow> = {}): PriceRow => row('*', '*', '*', amount, { fields, ...more });
  /** As it is learned from this request. */
  const learned = (from: PricedRequest, amount: Amount): PriceRow => ({ ...pricedOf(from, by), amount, per: 'task', origin: 'learned', at: 9 });

  test.each<[string, PriceRow[], PricedRequest, Amount | null]>([
    ['a row without the field does not hold for a request with it', [of({}, '1')], asking({ n: 4 }), null],
    ['nor for references', [of({}, '1')], asking({}, 2), null],
    ['it holds for a field that changes no price', [of({}, '1')], asking({ seed: 7 }), '1'],
    ['a row with the field holds for its value', [of({}, '1'), of({ n: '4' }, '4')], asking({ n: 4 }), '4'],
    ['whatever way the number is written', [of({ n: '4' }, '4')], asking({ n: '4.0' }), '4'],
    ['and for no other', [of({}, '1'), of({ n: '4' }, '4')], asking({ n: 5 }), null],
    ['and not without the field', [of({ n: '4' }, '4')], asking({}), null],
    ['* is any value', [of({ n: '*' }, '9')], asking({ n: 5 }), '9'],
    ['and none', [of({ n: '*' }, '9')], asking({}), '9'],
    ['a value beats *', [of({ n: '*' }, '9'), of({ n: '4' }, '4')], asking({ n: 4 }), '4'],
    ['every field must hold', [of({ n: '4' }, '4'), of({ resolution: '2k' }, '2')], asking({ n: 4, resolution: '2k' }), null],
    ['a row that names a field that changes no price holds for nothing', [of({ steps: '30' }, '1')], asking({ steps: 30 }), null],
    ['the price of each picture is multiplied', [of({}, '0.04', { per: 'picture' })], asking({ n: 4 }), '0.16'],
    ['one picture, if no number is given', [of({}, '0.04', { per: 'picture' })], asking({}), '0.04'],
    ['a discount beats it', [of({}, '0.04', { per: 'picture' }), of({ n: '4' }, '0.1')], asking({ n: 4 }), '0.1'],
    ['no whole number', [of({}, '0.04', { per: 'picture' })], asking({ n: 2.5 }), null],
    ['no number of pictures', [of({}, '0.04', { per: 'picture' })], asking({ n: 0 }), null],
    ['no number at all', [of({}, '0.04', { per: 'picture' })], asking({ n: null }), null],
    ['more than any task costs', [of({}, '999999', { per: 'picture' })], asking({ n: 2 }), null],
    ['the price of each picture does not hold for another field', [of({}, '0.04', { per: 'picture' })], asking({ n: 4, resolution: '4k' }), null],
    ['what was learned holds for the same values', [learned(asking({ n: 4, resolution: '2k' }), '3')], asking({ resolution: '2k', n: 4 }), '3'],
    ['and not for fewer', [learned(asking({ n: 4 }), '3')], asking({}), null],
    ['and not for more', [learned(asking({}), '3')], asking({ n: 1 }), null],
    ['and not for other references', [learned(asking({}, 1), '3')], asking({}, 2), null],
    ['and not if it says nothing about a field', [{ ...learned(asking({}), '3'), fields: {} }], asking({}), null],
    ['what was charged since for the same number counts', [of({}, '0.04', { per: 'picture' }), learned(asking({ n: 4 }), '0.2')], asking({ n: 4 }), '0.2'],
    ['and not for another one', [of({}, '0.04', { per: 'picture' }), learned(asking({ n: 4 }), '0.2')], asking({ n: 2 }), '0.08'],
    ['names that every object has', [of({}, '1')], asking({ constructor: 1, toString: 2 }), '1'],
  ])('%s', (_, rows, asked, price) => {
    expect(priceOf(rows, asked, by)).toBe(price);
    expect(priceOf(rows.toReversed(), asked, by)).toBe(price);
  });

  test('a name that objects have is a name like any other', () => {
    const odd: PricedBy = { pictures: null, fields: ['__proto__', 'constructor'], references: false };
    const fields = JSON.parse('{"__proto__": "x"}') as Record<string, unknown>;
    expect(priceOf([of({}, '1')], asking(fields), odd)).toBeNull();
    expect(priceOf([of(JSON.parse('{"__proto__": "x"}') as Record<string, string>, '2')], asking(fields), odd)).toBe('2');
    expect(priceOf([of({}, '1')], asking({}), odd)).toBe('1');
  });

  test.each<[string, PriceRow[], PricedRequest, [string, string][]]>([
    ['no price at all', [], asking({ n: 4 }), []],
    ['a known price', [of({}, '1')], asking({}), []],
    ['one field', [of({}, '1')], asking({ n: 4 }), [['n', '4']]],
    ['the row that fits best', [of({}, '1'), of({ n: '4' }, '4')], asking({ n: 4, resolution: '2k' }), [['resolution', '2k']]],
    ['references', [of({}, '1')], asking({}, 2), [['', '2']]],
    ['a field that is missing', [of({ n: '4' }, '4')], asking({}), [['n', '']]],
    ['no whole number', [of({}, '0.04', { per: 'picture' })], asking({ n: 'two' }), [['n', 'two']]],
    ['a price that is open', [of({ n: '4' }, null), of({}, '1')], asking({ n: 4 }), [['n', '4']]],
  ])('why a price is unknown: %s', (_, rows, asked, fields) => {
    expect(unpricedFields({ rows, by }, asked).map(({ name, value }) => [name, value])).toEqual(fields);
  });

  test.each<[unknown, string]>([
    [4, '4'],
    ['4', '4'],
    ['4.0', '4'],
    ['4e0', '4'],
    [-0, '0'],
    [1e21, '1e+21'],
    ['04', '04'],
    ['hd', 'hd'],
    ['', '""'],
    [' hd', '" hd"'],
    ['[1]', '"[1]"'],
    [true, 'true'],
    [null, 'null'],
    [{ b: [1, { d: 2, c: 3 }], a: '1' }, '{"a":"1","b":[1,{"c":3,"d":2}]}'],
    ['12345678901234567890', '12345678901234567890'],
  ])('the value %j is %s', (value, text) => {
    expect(valueText(value)).toBe(text);
    expect(writtenValue(text)).toBe(text);
    expect(writtenValue(` ${text} `)).toBe(text);
  });

  test('the text of any value is the same when it is read back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = valueText(value);
        if (text.length <= longestPricedValue) expect(writtenValue(text)).toBe(text);
        expect(valueText(JSON.parse(JSON.stringify(value)))).toBe(text);
      }),
    );
  });

  test('the true price of a request is never more than what is counted', () => {
    // A service with a price for each combination, of which the person entered or the app learned some.
    const ask = fc.record({ n: fc.constantFrom(undefined, 1, 2, '3', 2.5), resolution: fc.constantFrom(undefined, '1k', '4k'), references: fc.constantFrom(0, 1, 2) });
    type Ask = typeof ask extends fc.Arbitrary<infer T> ? T : never;
    const requestOf = ({ n, resolution, references }: Ask): PricedRequest => asking({ seed: 1, ...(n !== undefined && { n }), ...(resolution !== undefined && { resolution }) }, references);
    const truth = ({ n = 1, resolution = '1k', references }: Ask): number => (resolution === '4k' ? 40 : 10) * Math.ceil(Number(n)) + 5 * references;
    const told = fc.record({ from: ask, as: fc.constantFrom('task', 'picture', 'learned') });
    fc.assert(
      fc.property(fc.array(told, { maxLength: 8 }), ask, (tellings, asked) => {
        const rows = tellings.map(({ from, as }): PriceRow => {
          const priced = pricedOf(requestOf(from), by);
          if (as === 'learned') return { ...priced, amount: String(truth(from)), per: 'task', origin: 'learned', at: 1 };
          const named = Object.entries(priced.fields).filter(([name, value]) => value !== '' && !(as === 'picture' && name === 'n'));
          const fields = Object.fromEntries(named);
          // References are paid once, so the price of one picture with them is at least that of each of several.
          return as === 'task' ? row('image-2', '*', '*', String(truth(from)), { fields }) : row('image-2', '*', '*', String(truth({ ...from, n: 1 })), { fields, per: 'picture' });
        });
        const price = priceOf(rows, requestOf(asked), by);
        if (price !== null) expect(Number(price)).toBeGreaterThanOrEqual(truth(asked));
      }),
      { numRuns: 2_000 },
    );
  });
});
