import Papa from 'papaparse';

/** Writes CSV by RFC 4180, record by record, so that a file of any length can be streamed. */

export type CsvValue = string | number | boolean | null;

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';

/** One record with its line break. Null becomes an empty field, true and false become `yes` and `no`. Text is written so that no spreadsheet takes it for a formula. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${Papa.unparse([values.map(fieldOf)])}\r\n`;
}

function fieldOf(value: CsvValue): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? guarded(value) : value;
}

/**
 * The characters that start a formula in a spreadsheet; some treat the full-width forms the same. Text that starts with one gets an apostrophe in front. Text that has
 * apostrophes there already gets one more, so that each text can be read back, which Papa Parse's own guard does not allow.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text that `csvRecord` was given, from a cell that it wrote. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
