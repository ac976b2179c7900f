import Papa from 'papaparse';
import { byteOrderMark, csvRecord, unguarded } from '../csv.ts';
import { hasLostCharacter } from '../request/plain-text.ts';
import { longestChoice, writtenSize } from '../request/request-checks.ts';
import { readPrice, type Amount } from './amount.ts';
import { isOwnField, longestFieldName } from '../request/request-fields.ts';
import { kindOf, longestPricedValue, referencesField, sortedFields, writtenValue, type Priced } from './price-fields.ts';
import { mostPriceRows, pricesPer, type PricePer, type PriceRow } from './price-table.ts';

/** One price from a file. Null: the price is unknown. */
export interface CsvPrice extends Priced {
  readonly amount: Amount | null;
  readonly per: PricePer;
}

/**
 * What is wrong in a file of prices; the words are `prices.csv.<fault>`. `header`: the first line names no model or no price. `field`: a column names no
 * field that a request may have. `quote`: its quotation marks do not match. `price`: it is not an amount. `per`: it is neither `task` nor `picture`. `model`: it is missing.
 * `long`: a text is longer than a price table may have. `twice`: a line above has the same model, size, quality and fields. `many`: the file has more lines than a table may have.
 * `lost`: another program could not read a character of the line.
 */
export interface PriceCsvError {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly fault: 'header' | 'field' | 'quote' | 'price' | 'per' | 'model' | 'long' | 'twice' | 'many' | 'lost';
  /** The text with the error, at most 60 characters of it. */
  readonly text: string;
}

const columns = ['model', 'size', 'quality', 'price', 'per', 'references'] as const;
/** Before the name of a further field of the request, in the first line. */
const fieldPrefix = 'field:';
const unknown = 'unknown';
/** The most lines that are read. More of a file that is too long, or that is not a price table, would only keep the window busy. */
const mostLines = 2 * mostPriceRows;

/**
 * The table as CSV for spreadsheets: UTF-8 with a byte order mark, `unknown` for an open price. The columns `per` (of what it is the price), `references` (their number) and `field:NAME`
 * are written if a row needs them.
 */
export function writePriceCsv(rows: readonly PriceRow[]): string {
  const named = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name] !== '')))].sort();
  const per = rows.some((row) => row.per !== 'task');
  const header = named.map((name) => (name === referencesField ? 'references' : fieldPrefix + name));
  const records = rows.map((row) => {
    const values = named.map((name) => (Object.hasOwn(row.fields, name) ? (row.fields[name] ?? '') : ''));
    return csvRecord([row.model, row.size, row.quality, row.amount ?? unknown, ...(per ? [row.per] : []), ...values]);
  });
  return byteOrderMark + csvRecord(['model', 'size', 'quality', 'price', ...(per ? ['per'] : []), ...header]) + records.join('');
}

/**
 * Reads what `writePriceCsv` or a person wrote. The first line names the columns, in any order; a file without `size` or `quality` means
 * any. An empty cell of these, and of a further field, means that the request does not have it. The separator is detected. Lines with an error are left out of `prices`.
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
  const further = fieldColumns(data[0] ?? [], header);
  const odd = further.find(([name], index) => name === '' || isOwnField(name) || hasLostCharacter(name) || name.length > longestFieldName || further.findIndex(([other]) => other === name) !== index);
  if (odd) {
    // Without the column, its prices would hold for more requests than they are meant for.
    fail(1, 'field', (data[0] ?? [])[odd[1]]);
    return { prices: [], errors };
  }
  const named = at.references === -1 ? further : [...further, [referencesField, at.references] as const];
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
    const cellAt = (index: number, ifNone: string): string => (index === -1 ? ifNone : unguarded((cells[index] ?? '').trim()).trim());
    const cell = (column: (typeof columns)[number], ifNone: string): string => cellAt(at[column], ifNone);
    const values = named.map(([name, index]) => [name, writtenValue(cellAt(index, ''))] as const).filter(([, value]) => value !== '');
    const priced: Priced = { model: cell('model', ''), size: writtenSize(cell('size', '*')), quality: cell('quality', '*'), fields: sortedFields(values) };
    const price = cell('price', '');
    const amount = price === '' || price.toLowerCase() === unknown ? null : readPrice(price);
    const perText = cell('per', '').toLowerCase();
    const per = perText === '' ? 'task' : pricesPer.find((each) => each === perText || `each ${each}` === perText);
    const key = kindOf(priced);
    const tooLong = (['model', 'size', 'quality'] as const).find((field) => priced[field].length > longestChoice[field]);
    const longValue = values.find(([, value]) => value.length > longestPricedValue)?.[1];
    if (cells.some(hasLostCharacter)) fail(line, 'lost', cells.join(', '));
    else if (misquoted.has(row)) fail(line, 'quote', cells.join(', '));
    else if (priced.model === '') fail(line, 'model');
    else if (tooLong) fail(line, 'long', priced[tooLong]);
    else if (longValue !== undefined) fail(line, 'long', longValue);
    else if (amount === null && price !== '' && price.toLowerCase() !== unknown) fail(line, 'price', price);
    else if (per === undefined) fail(line, 'per', perText);
    else if (seen.has(key)) fail(line, 'twice', priced.model);
    else if (prices.length === mostPriceRows) {
      fail(line, 'many');
      break;
    } else {
      seen.add(key);
      prices.push({ ...priced, amount, per });
    }
  }
  return { prices, errors };
}

/** The names of the columns of further fields, with their positions. */
const fieldColumns = (cells: readonly string[], header: readonly string[]): readonly (readonly [name: string, index: number])[] =>
  cells.flatMap((cell, index) => (header[index]?.startsWith(fieldPrefix) ? [[cell.trim().slice(fieldPrefix.length).trim(), index] as const] : []));

const headerIn = (data: readonly (readonly string[])[]): readonly string[] => (data[0] ?? []).map((cell) => cell.trim().toLowerCase());

/** The separator with which the first line names the most columns. Only this line counts, because prices below may contain other separators. */
function separatorOf(lines: string): string {
  const named = (delimiter: string): number => {
    const header = headerIn(Papa.parse<string[]>(lines, { newline: '\n', delimiter, preview: 1 }).data);
    return columns.filter((column) => header.includes(column)).length;
  };
  return [';', '\t'].reduce((best, separator) => (named(separator) > named(best) ? separator : best), ',');
}
