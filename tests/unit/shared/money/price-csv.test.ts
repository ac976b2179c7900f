import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBillionths } from '../../../../shared/money/amount.ts';
import { readPriceCsv, writePriceCsv } from '../../../../shared/money/price-csv.ts';
import { mostPriceRows } from '../../../../shared/money/price-table.ts';
import type { PriceRow } from '../../../../shared/money/price-table.ts';
import { writtenSize } from '../../../../shared/request/request-checks.ts';

const row = (model: string, size: string, quality: string, amount: string | null): PriceRow => ({ model, size, quality, amount, origin: 'person', at: 1 });

describe('prices as CSV', () => {
  test('are written for spreadsheets', () => {
    const rows = [row('image-2', '1024x1024', 'high', '0.04'), row('a "b", c', '', '*', null), row('=1+1', '+2', "'@x", '20')];
    expect(writePriceCsv(rows)).toBe('\uFEFFmodel,size,quality,price\r\nimage-2,1024x1024,high,0.04\r\n"a ""b"", c",,*,unknown\r\n\'=1+1,\'+2,\'\'@x,20\r\n');
  });

  test('come back as they were', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\n', '\t', '*', 'a', '＝'), fc.string({ minLength: 1, maxLength: 1 })), maxLength: 12 }).map((one) => one.replaceAll('\r', '').trim());
    const rows = fc.uniqueArray(
      fc.record({ model: text.filter((model) => model !== ''), size: text.map(writtenSize), quality: text, amount: fc.option(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }).map(fromBillionths)) }),
      { selector: ({ model, size, quality }) => JSON.stringify([model, size, quality]), maxLength: 20 },
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
  ])('are read with %s', (_, text) => expect(readPriceCsv(text)).toEqual({ prices: [{ model: 'm', size: '1:1', quality: 'q', amount: '2' }], errors: [] }));

  test('a column that is missing means any, an empty cell means none', () => {
    expect(readPriceCsv('model,price\nm,1').prices).toEqual([{ model: 'm', size: '*', quality: '*', amount: '1' }]);
    expect(readPriceCsv('model,size,price\nm,,\nm,*,Unknown').prices).toEqual([
      { model: 'm', size: '', quality: '*', amount: null },
      { model: 'm', size: '*', quality: '*', amount: null },
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
