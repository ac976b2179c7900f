import { countLimits } from '../count-limits.ts';
import { requestFields } from '../request-extras.ts';
import { longestChoice, longestPrompt, practiceRefuses, readSize, writtenSize } from '../request-checks.ts';
import type { ComposeChoices } from '../settings.ts';
import type { GenerationRequest, RequestFields } from '../task.ts';
import type { WordKey, WordValues } from '../words/index.ts';
import type { ColumnUse } from './list-columns.ts';
import type { ListRow } from './list-row.ts';

/** What one row of a list asks for. */
export interface ListEntry {
  readonly request: GenerationRequest;
  /** Each is a task of its own. */
  readonly count: number;
}

/** Why a row cannot be sent. */
export interface ListFault {
  /** The column of the cell that is wrong; null if it is the row as a whole. */
  readonly column: number | null;
  readonly words: WordKey;
  readonly values?: WordValues;
}

/** How rows are understood. */
export interface ListPlan {
  readonly uses: readonly ColumnUse[];
  /** For empty cells and columns that the list does not have. */
  readonly choices: ComposeChoices;
  /** Further fields of every request. Those of a row go before them. */
  readonly fields: RequestFields;
  /** The practice painter refuses some sizes. */
  readonly practice: boolean;
}

/** A row as a request, or all that is wrong with it. */
export type CheckedRow = { readonly entry: ListEntry; readonly faults: readonly [] } | { readonly entry: null; readonly faults: readonly ListFault[] };

export function checkRow({ cells, fault }: ListRow, { uses, choices, fields: usual, practice }: ListPlan): CheckedRow {
  const faults: ListFault[] = [];
  if (fault !== null) faults.push({ column: null, words: `list.fault.${fault}` });
  const columnOf = (use: ColumnUse): number | null => {
    const column = uses.indexOf(use);
    return column === -1 ? null : column;
  };
  const cell = (use: ColumnUse): string => cells[uses.indexOf(use)]?.trim() ?? '';
  const choice = (field: keyof ComposeChoices): string => {
    const text = cell(field);
    if (text.length > longestChoice[field]) faults.push({ column: columnOf(field), words: 'list.fault.choice', values: { most: longestChoice[field] } });
    return text === '' ? choices[field].trim() : text;
  };

  const prompt = cell('prompt');
  if (prompt === '') faults.push({ column: columnOf('prompt'), words: 'list.fault.no-prompt' });
  if (prompt.length > longestPrompt) faults.push({ column: columnOf('prompt'), words: 'list.fault.prompt', values: { most: longestPrompt } });
  const [model, size, quality] = [choice('model'), writtenSize(choice('size')), choice('quality')];
  const refused = practice ? practiceRefuses(readSize(size)) : null;
  if (refused !== null) faults.push({ column: columnOf('size'), words: `compose.size-practice.${refused}` });
  const written = cell('count');
  const count = written === '' ? 1 : /^\d{1,6}$/.test(written) ? Number(written) : 0;
  if (count < countLimits.min || count > countLimits.max) faults.push({ column: columnOf('count'), words: 'list.fault.count', values: countLimits });
  const fields = { ...usual, ...fieldsIn(cells, uses, faults) };
  if (faults.length > 0) return { entry: null, faults };
  return { entry: { request: { model, prompt, size, quality, ...(Object.keys(fields).length > 0 && { fields }) }, count }, faults: [] };
}

/** The further fields that a row gives. Empty cells give none. */
function fieldsIn(cells: readonly string[], uses: readonly ColumnUse[], faults: ListFault[]): RequestFields {
  const given: [string, unknown][] = [];
  let all: RequestFields = {};
  for (const [column, use] of uses.entries()) {
    const text = cells[column]?.trim() ?? '';
    if (text === '') continue;
    const field = /^field:(.+)$/s.exec(use)?.[1];
    if (field !== undefined) given.push([field, fieldValue(text)]);
    if (use !== 'fields') continue;
    const read = requestFields.safeParse(fieldValue(text));
    if (read.success) all = read.data;
    else faults.push({ column, words: 'list.fault.fields' });
  }
  const fields = { ...all, ...Object.fromEntries(given) };
  if (given.length > 0 && !requestFields.safeParse(fields).success) faults.push({ column: null, words: 'list.fault.fields' });
  return fields;
}

/** A number, `true`, an object and other JSON as such; any other text, and a number that would lose digits, as text. */
function fieldValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && !text.includes('.') && !Number.isSafeInteger(value) ? text : value;
  } catch {
    return text;
  }
}
