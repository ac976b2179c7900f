import Papa from 'papaparse';
import { usualUse } from './list-columns.ts';
import { extensionOf, kindOfFile } from './list-file-extensions.ts';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** How a list of prompts is written. `text`: one prompt a line. `json-lines`: one JSON value a line. `json`: an array, or objects over several lines. */
export type ListFormat =
  | { readonly kind: 'text' | 'json-lines' | 'json' }
  /** `header`: the first row names the columns. */
  | { readonly kind: 'table'; readonly separator: Separator; readonly header: boolean };

/** How many of the first rows decide the format. */
const looked = 20;

/**
 * Recognises how a list is written by its beginning (a few thousand characters do) and the name of its file, if it has one. Text counts as
 * a table only if its first row names known columns, because prompts are full of commas.
 */
export function recogniseList(beginning: string, fileName: string | null): ListFormat {
  const text = beginning.replace(/^\uFEFF/, '').trimStart();
  const kind = kindOfFile(fileName ?? '');
  if (kind === 'json') return { kind: isObjectLines(text) ? 'json-lines' : 'json' };
  if (kind === 'json-lines') return { kind };
  if (kind === 'table') return tableFormat(text, extensionOf(fileName ?? '') === 'tsv');
  // A prompt may begin with a bracket or a brace, too.
  if (/^\[\s*(\{\s*"|"|\])/.test(text)) return { kind: 'json' };
  if (isObjectLines(text)) return { kind: 'json-lines' };
  if (isObject(text) || /^\{\s*"(?:[^"\\]|\\.){0,200}"\s*:/.test(text)) return { kind: 'json' };
  const table = tableFormat(text, false);
  return table.kind === 'table' && table.header && namesPrompts(firstRow(text, table.separator)) ? table : { kind: 'text' };
}

/** The first line of a table made for Excel may name its separator. */
export const separatorLine = /^sep=([,;\t|])[ \t]*(\r\n?|\n)/i;

function tableFormat(text: string, tabs: boolean): ListFormat {
  const told = separatorLine.exec(text)?.[1] as Separator | undefined;
  const table = text.replace(separatorLine, '');
  const separator = told ?? (tabs ? '\t' : likelySeparator(table));
  const cells = firstRow(table, separator);
  return { kind: 'table', separator, header: cells.some(isKnown) || (cells.length > 1 && cells.every(isName) && new Set(cells).size === cells.length) };
}

/** The separator with which the first row names the most known columns; otherwise the one that divides the first rows most evenly. */
function likelySeparator(text: string): Separator {
  const known = separators.map((separator) => firstRow(text, separator).filter(isKnown).length);
  const most = Math.max(...known);
  if (most > 0) return separators[known.indexOf(most)] ?? ',';
  const { meta } = Papa.parse(text, { preview: looked, skipEmptyLines: true, delimitersToGuess: [...separators] });
  return separators.find((separator) => separator === meta.delimiter) ?? ',';
}

/**
 * Whether the first row only looks like names: none of them is known. Then it may as well be a row of the list.
 */
export const isHeaderUnsure = (format: ListFormat, columns: readonly string[]): boolean => format.kind === 'table' && format.header && columns.length > 0 && !columns.some(isKnown);

/** The cells of the first row, without spaces around them. */
function firstRow(text: string, separator: Separator): readonly string[] {
  const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: 1 });
  return (data[0] ?? []).map((cell) => cell.trim());
}

const isKnown = (cell: string): boolean => usualUse(cell) !== 'none';

/** Not every text with a known word before a comma is a table. A table has a column of prompts, or two known columns and only cells that look like names. */
function namesPrompts(cells: readonly string[]): boolean {
  return cells.every(isName) && (cells.some((cell) => /^prompts?$/i.test(cell)) || cells.filter(isKnown).length > 1);
}

/** Whether a cell looks like the name of a column. */
const isName = (cell: string): boolean => /^(field:)?[\p{L}_$][\p{L}\p{N}_ .-]{0,39}$/u.test(cell);

/** Whether a text has a JSON object on its first line, and more below. */
function isObjectLines(text: string): boolean {
  const [first = '', ...more] = text.split(/[\r\n]+/, 3);
  return more.some((line) => line.trim() !== '') && isObject(first);
}

/** Whether a line is a JSON object, as far as it can be read. */
function isObject(line: string): boolean {
  if (!/^\{\s*("|\})/.test(line)) return false;
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
