import type { Recipe } from '../batch.ts';
import { countLimits, mostRecipeValues } from '../input-limits.ts';
import { longestChoice, longestPrompt, practiceRefuses, readSize, writtenSize } from '../request/request-checks.ts';
import { exactValue, JsonProblem, readJson } from '../json/json-tree.ts';
import { hasLostCharacter, plainText } from '../request/plain-text.ts';
import { isRequestFields } from '../request/request-fields.ts';
import type { GenerationRequest, RequestFields } from '../task.ts';
import { openTemplate } from '../templates/expand-template.ts';
import { isTemplate } from '../templates/is-template.ts';
import type { Wildcards } from '../templates/wildcard-lists.ts';
import type { WordKey, WordValues } from '../words/index.ts';
import type { ColumnUse } from './list-columns.ts';
import type { ListRow } from './list-row.ts';

/** What one row of a list asks for: each combination of its prompts and values, `count` times. */
export interface ListEntry {
  /** More than one if a template makes several. */
  readonly prompts: readonly string[];
  readonly values: ChoiceValues;
  readonly fields: RequestFields | null;
  readonly count: number;
}

/** Each field has at least one value, which may be empty. */
export type ChoiceValues = Readonly<Record<'model' | 'size' | 'quality', readonly string[]>>;

/** How many tasks a row makes. Computed without making them, because there may be very many. */
export const tasksOf = ({ prompts, values: { model, size, quality }, count }: ListEntry): number => prompts.length * model.length * size.length * quality.length * count;

/** The requests of a row, each as often as it is asked for. */
export function requestsOf({ prompts, values, fields, count }: ListEntry): readonly GenerationRequest[] {
  const all = prompts.flatMap((prompt) => values.model.flatMap((model) => values.size.flatMap((size) => values.quality.map((quality) => ({ model, prompt, size, quality, ...(fields && { fields }) })))));
  return all.flatMap((request) => Array.from({ length: count }, () => request));
}

/** What the recipe says of the matrix. A list has one if it sends some prompt with several models, sizes or qualities. */
export function matrixOfList(requests: readonly GenerationRequest[]): Pick<Recipe, 'models' | 'sizes' | 'qualities'> {
  const distinct = (of: (request: GenerationRequest) => string): string[] => [...new Set(requests.map(of))];
  if (distinct(({ prompt, model, size, quality }) => JSON.stringify([prompt, model, size, quality])).length === distinct(({ prompt }) => prompt).length) return {};
  const values = (field: 'model' | 'size' | 'quality'): string[] => distinct((request) => request[field]).slice(0, mostRecipeValues);
  return { models: values('model'), sizes: values('size'), qualities: values('quality') };
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
  /** For empty cells and columns that the list does not have. Several values make several tasks of each row. */
  readonly choices: ChoiceValues;
  /** More request fields of every row. Fields of the row itself replace those with the same name. */
  readonly fields: RequestFields;
  /** Whether prompts are templates. If a column is a variable, they always are. */
  readonly expands: boolean;
  /** The prompt of rows that have none, if columns are variables of it. */
  readonly template: string;
  readonly wildcards: Wildcards;
  /** The practice painter refuses some sizes. */
  readonly practice: boolean;
}

/** A row as a request, or all that is wrong with it. */
export type CheckedRow = { readonly entry: ListEntry; readonly faults: readonly [] } | { readonly entry: null; readonly faults: readonly ListFault[] };

export function checkRow(row: ListRow, plan: ListPlan): CheckedRow {
  const { cells, fault, kinds } = row;
  const { uses, choices, practice } = plan;
  const faults: ListFault[] = [];
  if (fault !== null) faults.push({ column: null, words: `list.fault.${fault}` });
  const columnOf = (use: ColumnUse): number | null => {
    const column = uses.indexOf(use);
    return column === -1 ? null : column;
  };
  // As main makes it, so that what is checked is what is sent.
  const cell = (use: ColumnUse): string => plainText(cells[uses.indexOf(use)] ?? '').trim();
  const choice = (field: keyof ChoiceValues): readonly string[] => {
    const text = field === 'size' ? writtenSize(cell(field)) : cell(field);
    const all = text === '' ? choices[field] : [text];
    if (all.some((value) => value.length > longestChoice[field])) faults.push({ column: columnOf(field), words: 'list.fault.choice', values: { most: longestChoice[field] } });
    return all;
  };

  for (const [column, use] of uses.entries()) {
    if (use === 'none') continue;
    if (hasLostCharacter(cells[column] ?? '')) faults.push({ column, words: 'list.fault.lost' });
    // Text that is sent must not be JSON that only looks like it.
    if (kinds?.[column] === 'structure' && use !== 'fields' && !use.startsWith('field:')) faults.push({ column, words: 'list.fault.structure' });
  }

  const variables = variablesIn(cells, uses);
  const prompt = cell('prompt') === '' && variables ? plan.template.trim() : cell('prompt');
  const expands = prompt !== '' && (variables !== null || (plan.expands && isTemplate(prompt)));
  let prompts: readonly string[] = [prompt];
  if (prompt === '') faults.push({ column: columnOf('prompt'), words: 'list.fault.no-prompt' });
  if (prompt.length > longestPrompt) faults.push({ column: columnOf('prompt'), words: 'list.fault.prompt', values: { most: longestPrompt } });
  if (expands) {
    const made = promptsOf(prompt, plan.wildcards, variables ?? {});
    if ('words' in made) faults.push({ column: columnOf('prompt'), ...made });
    else prompts = made;
  }
  const values: ChoiceValues = { model: choice('model'), size: choice('size'), quality: choice('quality') };
  const refused = practice ? values.size.map((size) => practiceRefuses(readSize(size))).find((why) => why !== null) : null;
  if (refused) faults.push({ column: columnOf('size'), words: `compose.size-practice.${refused}` });
  const written = cell('count');
  const count = written === '' ? 1 : /^\d{1,6}$/.test(written) ? Number(written) : 0;
  if (count < countLimits.min || count > countLimits.max) faults.push({ column: columnOf('count'), words: 'list.fault.count', values: countLimits });
  const fields = { ...plan.fields, ...fieldsIn(row, uses, faults) };
  if (faults.length > 0) return { entry: null, faults };
  return { entry: { prompts, values, fields: Object.keys(fields).length > 0 ? fields : null, count }, faults: [] };
}

/** The most prompts that the template of one row may make. */
const mostPrompts = 100;

/** The values of the columns that are variables. Null: none is. */
function variablesIn(cells: readonly string[], uses: readonly ColumnUse[]): Readonly<Record<string, string>> | null {
  const variables = uses.flatMap((use, column) => (use.startsWith('variable:') ? [[use.slice('variable:'.length), cells[column]?.trim() ?? ''] as const] : []));
  return variables.length === 0 ? null : Object.fromEntries(variables);
}

/** All combinations of a row's template, or why there are none. */
function promptsOf(text: string, wildcards: Wildcards, variables: Readonly<Record<string, string>>): readonly string[] | Pick<ListFault, 'words' | 'values'> {
  const template = openTemplate(text, wildcards, variables);
  const [fault] = template.faults;
  if (fault) return { words: fault.words, values: fault.values };
  if (template.count > BigInt(mostPrompts)) return { words: 'list.fault.prompts', values: { most: mostPrompts } };
  const prompts: string[] = [];
  const all = template.all(0);
  for (let next = all.next(); ; next = all.next()) {
    if (!next.done) prompts.push(next.value.trim());
    else if (next.value) return { words: next.value.words, values: next.value.values };
    else return prompts.length > 0 && !prompts.includes('') ? prompts : { words: 'list.fault.no-prompt' };
  }
}

/** The more request fields of a row. Empty cells give none. */
function fieldsIn({ cells, kinds }: ListRow, uses: readonly ColumnUse[], faults: ListFault[]): RequestFields {
  const given: [string, unknown][] = [];
  let all: RequestFields = {};
  for (const [column, use] of uses.entries()) {
    const text = cells[column]?.trim() ?? '';
    if (text === '') continue;
    const field = /^field:(.+)$/s.exec(use)?.[1];
    if (field === undefined && use !== 'fields') continue;
    const read = field !== undefined && kinds?.[column] === 'text' ? { value: cells[column] } : fieldValue(text);
    if ('words' in read) faults.push({ column, ...read });
    // The text of the cell itself was looked at before.
    else if (!hasLostCharacter(text) && holdsLost(read.value)) faults.push({ column, words: 'list.fault.lost' });
    else if (field !== undefined) given.push([field, read.value]);
    else if (isRequestFields(read.value)) all = read.value;
    else faults.push({ column, words: 'list.fault.fields' });
  }
  const fields = { ...all, ...Object.fromEntries(given) };
  if (given.length > 0 && !isRequestFields(fields)) faults.push({ column: null, words: 'list.fault.fields' });
  return fields;
}

/** Deepest nesting of one value. */
const deepest = 32;

/** A number, `true`, an object and other JSON as such, and any other text as text. Or why JSON cannot be sent as it is written. */
export function fieldValue(text: string): { readonly value: unknown } | Pick<ListFault, 'words' | 'values'> {
  try {
    return { value: exactValue(readJson(text, deepest)) };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    if (error.fault === 'lossy') return { words: 'list.fault.digits', values: { number: /^[-+.\w]{1,40}/.exec(text.slice(error.offset))?.[0] ?? '' } };
    return error.fault === 'twice' ? { words: 'list.fault.fields' } : { value: text };
  }
}

/** Whether a text within a value has a lost character. Escapes of JSON can write one. */
function holdsLost(value: unknown): boolean {
  if (typeof value === 'string') return hasLostCharacter(value);
  return typeof value === 'object' && value !== null && Object.entries(value).some(([name, inner]) => hasLostCharacter(name) || holdsLost(inner));
}
