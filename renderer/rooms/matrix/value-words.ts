import { matrixFields, type Combination, type LineField } from '../../../shared/library/batch-matrix.ts';
import type { Words } from '../../../shared/words/index.ts';

/** A value of an axis in words. */
export function valueWords(say: Words, field: LineField, value: string): string {
  if (value === '') return say('matrix.not-set');
  return field === 'size' ? value.replace(/^(\d+)x(\d+)$/, '$1 × $2') : value;
}

/** The length of the longest prompt that is named completely. A screen reader says it before what is in the cell. */
const longestPrompt = 100;

/** The values of a row, a column or a cell, each as it is shown. */
const valuesShown = (say: Words, values: Partial<Combination>): readonly string[] =>
  [...matrixFields, 'prompt' as const].flatMap((field) => {
    const value = values[field];
    if (value === undefined) return [];
    if (value === '') return [say('compare.setting', { name: say(`compose.${field}`), value: say('matrix.not-set') })];
    const words = valueWords(say, field, value);
    return [words.length > longestPrompt ? `${words.slice(0, longestPrompt - 1)}…` : words];
  });

/** The same as one text. */
export const joinedValues = (say: Words, values: Partial<Combination>): string => valuesShown(say, values).reduce((before, next) => (before === '' ? next : say('matrix.values', { before, next })), '');
