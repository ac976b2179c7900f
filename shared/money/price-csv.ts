import Papa from 'papaparse';
import { byteOrderMark, csvRecord, unguarded } from '../csv.ts';
import { longestChoice, writtenSize } from '../request/request-checks.ts';
import { readPrice, type Amount } from './amount.ts';
import { mostPriceRows, type Priced, type PriceRow } from './price-table.ts';

/** One price from a file. Null: the price is unknown. */
export interface CsvPrice extends Priced {
  readonly amount: Amount | null;
}

/**
 * What is wrong in a file of prices; the words are `prices.csv.<fault>`. `header`: the first line names no model or no price. `quote`: its
 * quotation marks do not match. `price`: it is not an amount. `model`: it is missing. `long`: a text is longer than a request may have. `twice`: a
 * line above has the same model, size and quality. `many`: the file has more lines than a table may have.
 */
export interface PriceCsvError {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly fault: 'header' | 'quote' | 'price' | 'model' | 'long' | 'twice' | 'many';
  /** The text with the error, at most 60 characters of it. */
  readonly text: string;
}

const columns = ['model', 'size', 'quality', 'price'] as const;
const unknown = 'unknown';
/** The most lines that are read. More of a file that is too long, or that is not a price table, would only keep the window busy. */
const mostLines = 2 * mostPriceRows;

/** The table as CSV for spreadsheets: UTF-8 with a byte order mark, `unknown` for an open price. */
export function writePriceCsv(rows: readonly PriceRow[]): string {
  const records = rows.map(({ model, size, quality, amount }) => csvRecord([model, size, quality, amount ?? unknown]));
  return byteOrderMark + csvRecord(columns) + records.join('');
}

/**
 * Reads what `writePriceCsv` or a person wrote. The first line names the columns, in any order; a file without `size` or `quality` means
 * any. An empty cell of these means that the request gives none. The separator is detected. Lines with an error are left out of `prices`.
 */
export function readPriceCsv(text: string): { readonly prices: readonly CsvPrice[]; readonly errors: readonly PriceCsvError[] } {
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const { data, errors: quotes } = Papa.parse<string[]>(lines, { newline: '\n', delimiter: separatorOf(lines), preview: mostLines + 1 });
  const errors: PriceCsvError[] = [];
  const fail = (line: number, fault: PriceCsvError['fault'], cell = ''): void => void errors.push({ line, fault, text: cell.slice(0, 60) });

  const header = headerIn(data);
  const at = Object.fromEntries(columns.map((column) => [column, header.indexOf(column)])) as Record<(typeof columns)[number], number>;
  if (at.model === -1 || at.price === -1) {
    fail(1, 'header', (data[0] ?? []).join(', '));
    return { prices: [], errors };
  }
  const prices: CsvPrice[] = [];
  const seen = new Set<string>();
  const misquoted = new Set(quotes.map(({ row }) => row));
  let line = 1;
  let next = 1;
  for (const [row, cells] of data.entries()) {
    line = next;
    // A quoted cell may have lines of its own.
    next += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    if (row === mostLines) {
      fail(line, 'many');
      break;
    }
    if (row === 0 || cells.every((cell) => cell.trim() === '')) continue;
    const cell = (column: (typeof columns)[number], ifNone: string): string => (at[column] === -1 ? ifNone : unguarded((cells[at[column]] ?? '').trim()).trim());
    const priced: Priced = { model: cell('model', ''), size: writtenSize(cell('size', '*')), quality: cell('quality', '*') };
    const price = cell('price', '');
    const amount = price === '' || price.toLowerCase() === unknown ? null : readPrice(price);
    const key = JSON.stringify(priced);
    const tooLong = (['model', 'size', 'quality'] as const).find((field) => priced[field].length > longestChoice[field]);
    if (misquoted.has(row)) fail(line, 'quote', cells.join(', '));
    else if (priced.model === '') fail(line, 'model');
    else if (tooLong) fail(line, 'long', priced[tooLong]);
    else if (amount === null && price !== '' && price.toLowerCase() !== unknown) fail(line, 'price', price);
    else if (seen.has(key)) fail(line, 'twice', priced.model);
    else if (prices.length === mostPriceRows) {
      fail(line, 'many');
      break;
    } else {
      seen.add(key);
      prices.push({ ...priced, amount });
    }
  }
  return { prices, errors };
}

const headerIn = (data: readonly (readonly string[])[]): readonly string[] => (data[0] ?? []).map((cell) => cell.trim().toLowerCase());

/** The separator with which the first line names the most columns. Only this line counts, because prices below may contain other separators. */
function separatorOf(lines: string): string {
  const named = (delimiter: string): number => {
    const header = headerIn(Papa.parse<string[]>(lines, { newline: '\n', delimiter, preview: 1 }).data);
    return columns.filter((column) => header.includes(column)).length;
  };
  return [';', '\t'].reduce((best, separator) => (named(separator) > named(best) ? separator : best), ',');
}
