import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBillionths } from '../../../../shared/money/amount.ts';
import { readPriceCsv, writePriceCsv } from '../../../../shared/money/price-csv.ts';
import { kindOf, longestPricedValue, sortedFields, valueText } from '../../../../shared/money/price-fields.ts';
import { mostPriceRows, pricesPer } from '../../../../shared/money/price-table.ts';
import type { PriceRow } from '../../../../shared/money/price-table.ts';
import { isOwnField } from '../../../../shared/request/request-fields.ts';
import { writtenSize } from '../../../../shared/request/request-checks.ts';

const row = (model: string, size: string, quality: string, amount: string | null): PriceRow => ({ model, size, quality, fields: {}, per: 'task', amount, origin: 'person', at: 1 });
const whole = { fields: {}, per: 'task' };

describe('prices as CSV', () => {
  test('are written for spreadsheets', () => {
    const rows = [row('image-2', '1024x1024', 'high', '0.04'), row('a "b", c', '', '*', null), row('=1+1', '+2', "'@x", '20')];
    expect(writePriceCsv(rows)).toBe('\uFEFFmodel,size,quality,price\r\nimage-2,1024x1024,high,0.04\r\n"a ""b"", c",,*,unknown\r\n\'=1+1,\'+2,\'\'@x,20\r\n');
  });

  test('come back as they were', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\n', '\t', '*', 'a', '＝'), fc.string({ minLength: 1, maxLength: 1 })), maxLength: 12 }).map((one) => one.replaceAll('\r', '').trim());
    const name = text.filter((one) => one !== '' && !isOwnField(one));
    const value = fc.oneof(text, fc.jsonValue({ maxDepth: 1 })).map(valueText).filter((one) => one.length <= longestPricedValue);
    const fields = fc.array(fc.tuple(fc.oneof(name, fc.constantFrom('n', 'price', 'references', '')), value), { maxLength: 3 }).map((each) => sortedFields(new Map(each)));
    const rows = fc.uniqueArray(
      fc.record({ model: text.filter((model) => model !== ''), size: text.map(writtenSize), quality: text, amount: fc.option(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }).map(fromBillionths)), fields, per: fc.constantFrom(...pricesPer) }),
      { selector: kindOf, maxLength: 20 },
    );
    fc.assert(
      fc.property(rows, (prices) => {
        const table = prices.map((price): PriceRow => ({ ...price, origin: 'person', at: 1 }));
        expect(readPriceCsv(writePriceCsv(table))).toEqual({ prices, errors: [] });
      }),
    );
  });

  test.each([
    ['semicolons', 'model;size;quality;price\nm;1:1;q;2'],
    ['tabs', 'model\tsize\tquality\tprice\nm\t1:1\tq\t2'],
    ['other columns and another order', 'Price, note ,QUALITY,Model,size\n2,"a\nb",q,m,1 : 1\n'],
    ['old line breaks, empty lines, a byte order mark', '\uFEFF"model",size,quality,price\r\r\n\nm,1:1,q,2.0\r\n\n'],
  ])('are read with %s', (_, text) => expect(readPriceCsv(text)).toEqual({ prices: [{ model: 'm', size: '1:1', quality: 'q', amount: '2', ...whole }], errors: [] }));

  test('a column that is missing means any, an empty cell means none', () => {
    expect(readPriceCsv('model,price\nm,1').prices).toEqual([{ model: 'm', size: '*', quality: '*', amount: '1', ...whole }]);
    expect(readPriceCsv('model,size,price\nm,,\nm,*,Unknown').prices).toEqual([
      { model: 'm', size: '', quality: '*', amount: null, ...whole },
      { model: 'm', size: '*', quality: '*', amount: null, ...whole },
    ]);
  });

  test('further fields have columns of their own, where a row needs them', () => {
    const rows = [row('a', '*', '*', '0.1'), { ...row('a', '*', '*', '0.4'), fields: { '': '2', n: '4' } }, { ...row('b', '*', '*', '0.04'), per: 'picture' as const, fields: { Style: '"a"', n: '' } }];
    const text = '\uFEFFmodel,size,quality,price,per,references,field:Style,field:n\r\na,*,*,0.1,task,,,\r\na,*,*,0.4,task,2,,4\r\nb,*,*,0.04,picture,,"""a""",\r\n';
    expect(writePriceCsv(rows)).toBe(text);
    expect(readPriceCsv('model;Price;FIELD: n;references;Per\nm;1;4.0;*;each picture').prices).toEqual([{ model: 'm', size: '*', quality: '*', amount: '1', per: 'picture', fields: { '': '*', n: '4' } }]);
  });

  test.each(['field:', 'field:model', 'field:n,field:n', `field:${'n'.repeat(201)}`])('a file with the column %s is not read, because its prices would hold for other requests', (column) => {
    expect(readPriceCsv(`model,price,${column}\nm,1,2`)).toMatchObject({ prices: [], errors: [{ line: 1, fault: 'field' }] });
  });

  test('of what it is the price must be clear', () => {
    expect(readPriceCsv(`model,price,per,field:n\na,1,image,\nb,1,,4\nb,2,,4.0\nb,2,,${'s'.repeat(201)}`).errors).toEqual([
      { line: 2, fault: 'per', text: 'image' },
      { line: 4, fault: 'twice', text: 'b' },
      { line: 5, fault: 'long', text: 's'.repeat(60) },
    ]);
  });

  test('errors name the line of the file, and the other lines are read', () => {
    const text = ['model,size,quality,price,note', 'a,*,*,1,"two\nlines"', 'b,*,*,"1,5",', ',*,*,1,', 'a,*,*,2,', `${'m'.repeat(201)},*,*,1,`, 'c,*,*,-1,', 'd,*,*,3,', 'e,*,*,"4'].join('\n');
    const { prices, errors } = readPriceCsv(text);
    expect(prices.map(({ model }) => model)).toEqual(['a', 'd']);
    expect(errors).toEqual([
      { line: 4, fault: 'price', text: '1,5' },
      { line: 5, fault: 'model', text: '' },
      { line: 6, fault: 'twice', text: 'a' },
      { line: 7, fault: 'long', text: 'm'.repeat(60) },
      { line: 8, fault: 'price', text: '-1' },
      { line: 10, fault: 'quote', text: 'e, *, *, 4' },
    ]);
  });

  test.each(['', 'a,b\n1,2', 'model\nm', 'm,1:1,q,2', '\u0000\u0001'])('%j has no header', (text) => expect(readPriceCsv(text)).toMatchObject({ prices: [], errors: [{ line: 1, fault: 'header' }] }));

  test('more rows than a table may have are left out, and said', () => {
    const { prices, errors } = readPriceCsv(`model,price\n${Array.from({ length: mostPriceRows + 9 }, (_, at) => `m${at},1`).join('\n')}`);
    expect(prices).toHaveLength(mostPriceRows);
    expect(errors).toEqual([{ line: mostPriceRows + 2, fault: 'many', text: '' }]);
  });

  test('reads no further than twice as many lines, whatever they say', () => {
    const { prices, errors } = readPriceCsv(`model,price\n${'a,wrong\n'.repeat(40 * mostPriceRows)}`);
    expect(prices).toEqual([]);
    expect(errors).toHaveLength(2 * mostPriceRows);
    expect(errors.at(-1)).toEqual({ line: 2 * mostPriceRows + 1, fault: 'many', text: '' });
  });

  test('any text is read without an exception', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readPriceCsv(`model,price\n${text}`)));
  });
});

test('a line with a character that was lost before is left out and named', () => {
  expect(readPriceCsv('model,price\npaint\uFFFDr,1\npainter,2\n')).toMatchObject({ prices: [{ model: 'painter' }], errors: [{ line: 2, fault: 'lost' }] });
  expect(readPriceCsv('model,price,field:se\uFFFDd\npainter,1,2\n')).toMatchObject({ prices: [], errors: [{ line: 1, fault: 'field' }] });
});
