import { matrixFields, type Combination, type LineField } from '../../../shared/library/batch-matrix.ts';
import type { Words } from '../../../shared/words/index.ts';

/** A value of an axis in words. */
export function valueWords(say: Words, field: LineField, value: string): string {
  if (value === '') return say('matrix.not-set');
  return field === 'size' ? value.replace(/^(\d+)x(\d+)$/, '$1 × $2') : value;
}

/** The values of a row, a column or a cell, each as it is shown. */
const valuesShown = (say: Words, values: Partial<Combination>): readonly string[] =>
  [...matrixFields, 'prompt' as const].flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [value === '' ? say('compare.setting', { name: say(`compose.${field}`), value: say('matrix.not-set') }) : valueWords(say, field, value)];
  });

/** The same as one text. */
export const joinedValues = (say: Words, values: Partial<Combination>): string => valuesShown(say, values).reduce((before, next) => (before === '' ? next : say('matrix.values', { before, next })), '');
