import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvRecord, unguarded } from '../../../shared/csv.ts';

/** The cells of records as Papa Parse reads them. */
const read = (records: string): readonly (readonly string[])[] => Papa.parse<string[]>(records, { newline: '\r\n', delimiter: ',' }).data.slice(0, -1);

test('a record quotes only what must be quoted', () => {
  expect(csvRecord(['plain', 'a,b', 'say "x"', 'two\nlines', -1.5, null, true, 'a=b'])).toBe('plain,"a,b","say ""x""","two\nlines",-1.5,,yes,a=b\r\n');
});

test.each(['=1+1', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx', '\n=1', '＝1', "'=1", "''@x"])('%j gets an apostrophe', (text) => expect(read(csvRecord([text]))).toEqual([[`'${text}`]]));

test.each(["'", "'quoted'", "it's", 'a=b'])('%j gets none', (text) => expect(csvRecord([text])).toBe(`${text}\r\n`));

test('every text is read back whole', () => {
  const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\r', '\n', '\t', 'a', ' ', '＝', '\uFEFF'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (rows) => {
      const records = csvRecord(['the', 'header']) + rows.map(csvRecord).join('');
      expect(read(records).slice(1).map((cells) => cells.map(unguarded))).toEqual(rows);
    }),
  );
});
