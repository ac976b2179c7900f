import type { Recipe } from '../batch.ts';
import { longestBatchName, mostInBatch } from '../input-limits.ts';
import { cutText } from './plain-text.ts';
import { writtenSize } from './request-checks.ts';
import type { ComposeChoices } from '../settings.ts';
import type { GenerationRequest } from '../task.ts';
import type { Words } from '../words/index.ts';
import { valuesOf, type SeveralValues } from './several-values.ts';

/** The matrix: several models, sizes and qualities at once. Each combination is a request. */

export const choiceFields = ['model', 'size', 'quality'] as const;
export type ChoiceField = (typeof choiceFields)[number];

/** What a request has besides its prompt. */
type Cell = Pick<GenerationRequest, ChoiceField>;

export const fieldValues = ({ also, ...texts }: ComposeChoices, field: ChoiceField): SeveralValues => ({ chips: also?.[field] ?? [], text: texts[field] });

/** Puts values into a field of the compose bar. */
export function withValues({ also, ...texts }: ComposeChoices, field: ChoiceField, { chips, text }: SeveralValues): ComposeChoices {
  const all = { model: [], size: [], quality: [], ...also, [field]: [...chips] };
  return { ...texts, [field]: text, ...(choiceFields.some((name) => all[name].length > 0) && { also: all }) };
}

/** The values of a field as they are sent. At least one, which may be empty. */
export function sentValues(choices: ComposeChoices, field: ChoiceField): readonly string[] {
  const values = valuesOf(fieldValues(choices, field));
  const sent = field === 'size' ? [...new Set(values.map(writtenSize))] : values;
  return sent.length === 0 ? [''] : sent;
}

/** The values of each field that is set, in words. `and`: what stands between several values. */
export function choiceTexts(say: Words, choices: ComposeChoices, and: string): readonly string[] {
  const texts = choiceFields.map((field) => {
    const values = sentValues(choices, field).join(and);
    // “low” alone would not say of what.
    return field === 'quality' && values !== '' ? say('compose.quality-is', { quality: values }) : values;
  });
  return texts.filter((text) => text !== '');
}

/** The choices as they are kept: without spaces and repeated values. */
export function written(choices: ComposeChoices): ComposeChoices {
  return choiceFields.reduce<ComposeChoices>((all, field) => {
    const values = sentValues(choices, field);
    const [only = ''] = values;
    return withValues(all, field, values.length > 1 ? { chips: values, text: '' } : { chips: [], text: only });
  }, choices);
}

/** How many combinations there are. They are not made, because their number may be far above `mostInBatch`. */
export const combinations = (choices: ComposeChoices): number => choiceFields.reduce((product, field) => product * sentValues(choices, field).length, 1);

/** All combinations, with those of the first model first. */
export function matrixOf(choices: ComposeChoices): readonly Cell[] {
  if (combinations(choices) > mostInBatch) return [];
  const [models, sizes, qualities] = [sentValues(choices, 'model'), sentValues(choices, 'size'), sentValues(choices, 'quality')];
  return models.flatMap((model) => sizes.flatMap((size) => qualities.map((quality) => ({ model, size, quality }))));
}

/** What the compose bar sends: each prompt with each combination, and all of that `count` times. */
export function requestsOfForm(prompts: readonly string[], choices: ComposeChoices, extras: Pick<GenerationRequest, 'fields' | 'references'>, count: number): readonly GenerationRequest[] {
  const cells = matrixOf(choices).map((cell) => ({ ...cell, ...extras }));
  const requests = prompts.flatMap((prompt) => cells.map((cell) => ({ ...cell, prompt })));
  return Array.from({ length: count }, () => requests).flat();
}

/** The name of a batch that is made from a text. */
export const batchName = (text: string): string => cutText(text.replace(/\s+/g, ' '), longestBatchName);

/** What a batch's recipe says of the matrix. */
export function matrixRecipe(choices: ComposeChoices): Pick<Recipe, 'models' | 'sizes' | 'qualities'> {
  const [models, sizes, qualities] = choiceFields.map((field) => [...sentValues(choices, field)]);
  return { ...(models && { models }), ...(sizes && { sizes }), ...(qualities && { qualities }) };
}
