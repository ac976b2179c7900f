import type { GenerationRequest } from '../task.ts';
import type { ComposeChoices } from '../settings.ts';
import { choiceFields, withValues, type ChoiceField } from './compose-matrix.ts';
import { isOwnField, isRequestFields, longestFieldName } from './request-fields.ts';
import { longestChoice, longestPrompt } from './request-checks.ts';

/** The variations of a request: the same again, but for one part, of which there are several values. */

/** What changes: some words of the prompt, a choice, or one more field of the request, such as a seed. */
export const variedParts = ['prompt', ...choiceFields, 'field'] as const;
export type VariedPart = (typeof variedParts)[number];

export interface Variation {
  readonly part: VariedPart;
  /** The words of the prompt that change, or the name of the field. Empty words: the values are added at the end of the prompt. */
  readonly name: string;
  readonly values: readonly string[];
}

/** The most values that are tried at once. */
export const mostVariations = 100;

/** Why there are no variations. `signs`: in a template, something in the prompt or the values would mean something else. */
export type VaryFault = 'no-values' | 'too-many' | 'too-long' | 'not-there' | 'signs' | 'braces' | 'name' | 'own';

/** One on each line, without blank and repeated ones. */
export const valuesOnLines = (text: string): readonly string[] => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');

/** The requests that a variation makes, or why it makes none. */
export function variations(request: GenerationRequest, { part, name, values }: Variation): readonly GenerationRequest[] | VaryFault {
  if (values.length === 0) return 'no-values';
  if (values.length > mostVariations) return 'too-many';
  if (part === 'prompt') return ofPrompt(request, name, values);
  if (part === 'field') return ofField(request, name.trim(), values);
  return values.some((value) => value.length > longestChoice[part]) ? 'too-long' : values.map((value) => ({ ...request, [part]: value }));
}

function ofPrompt(request: GenerationRequest, words: string, values: readonly string[]): readonly GenerationRequest[] | VaryFault {
  const around = partsAround(request.prompt, words);
  if (around === null) return 'not-there';
  const prompts = values.map((value) => `${around.before}${value}${around.after}`);
  return prompts.some((prompt) => prompt.length > longestPrompt) ? 'too-long' : prompts.map((prompt) => ({ ...request, prompt }));
}

function ofField(request: GenerationRequest, name: string, values: readonly string[]): readonly GenerationRequest[] | VaryFault {
  if (isOwnField(name)) return 'own';
  if (name === '' || name.length > longestFieldName) return 'name';
  const requests = values.map((value) => ({ ...request, fields: { ...request.fields, [name]: fieldValue(value) } }));
  return requests.every(({ fields }) => isRequestFields(fields)) ? requests : 'too-long';
}

/** A number, a list or what else JSON has, as it is written. Everything else is text. */
function fieldValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What stands before and after the words, where they first stand as words of their own. Null: they are not in the prompt. */
function partsAround(prompt: string, words: string): { readonly before: string; readonly after: string } | null {
  const wanted = words.trim();
  if (wanted === '') return { before: `${prompt.trimEnd().replace(/[,;]$/, '')}, `, after: '' };
  const isLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
  let first = -1;
  for (let at = prompt.indexOf(wanted); at >= 0; at = prompt.indexOf(wanted, at + 1)) {
    if (first < 0) first = at;
    const [before, after] = [prompt.slice(0, at).slice(-1), prompt.slice(at + wanted.length).slice(0, 1)];
    if (isLetter(before) || isLetter(after)) continue;
    first = at;
    break;
  }
  return first < 0 ? null : { before: prompt.slice(0, first), after: prompt.slice(first + wanted.length) };
}

/** The prompt with a choice of the values in place of the words. One value needs no choice. */
export function promptOfVariation({ prompt }: Pick<GenerationRequest, 'prompt'>, { name, values }: Variation): string {
  const { before, after } = partsAround(prompt, name) ?? { before: prompt, after: '' };
  return `${before}${values.length > 1 ? `{${values.join('|')}}` : (values[0] ?? '')}${after}`;
}

/** What the compose bar is given for a request. */
const choicesOf = ({ model, size, quality, fields, references }: GenerationRequest): ComposeChoices => ({
  model,
  size,
  quality,
  ...(fields && { fields: { ...fields } }),
  ...(references && { references: [...references] }),
});

/** The choices of the compose bar with the values of a variation in their field. */
export function choicesOfVariation(request: GenerationRequest, { part, values }: Variation): ComposeChoices {
  const choices = choicesOf(request);
  const [only = ''] = values;
  return isChoice(part) ? withValues(choices, part, values.length > 1 ? { chips: values, text: '' } : { chips: [], text: only }) : choices;
}

const isChoice = (part: VariedPart): part is ChoiceField => (choiceFields as readonly string[]).includes(part);

/** The requests as a list that the window reads: an object of JSON on each line. Pictures that they refer to are those of the form. */
export const listOfVariations = (requests: readonly GenerationRequest[]): string =>
  requests.map(({ fields, references: _references, ...request }) => JSON.stringify({ ...request, ...fields })).join('\n');
