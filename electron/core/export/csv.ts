/** CSV as RFC 4180 has it, and so that no spreadsheet takes a prompt for a formula. */

export type CsvValue = string | number | boolean | null;

/** Tells spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** One record with its line end. Null is an empty field; true and false are `yes` and `no`. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a spreadsheet may calculate or run when it opens the file; the wide forms are taken for the narrow ones in some. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text);
}
