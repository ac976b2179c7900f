import type { NumberRange } from './query.ts';

/** Of seven digits: no picture has as many pixels on a side. */
const largest = 9_999_999;
const compared = /^(>=|<=|>|<|=|≥|≤)?(\d{1,7})$/;
const between = /^(\d{1,7})?\.\.(\d{1,7})?$/;

/** `3`, `>=3`, `<2`, `3..5`, `3..`, `..5`. Null: none of these. */
export function readRange(text: string): NumberRange | null {
  const [, operator, number] = compared.exec(text) ?? [];
  if (number !== undefined) return comparison(operator, Number(number));
  const found = between.exec(text);
  if (!found || text === '..') return null;
  const first = found[1] === undefined ? null : Number(found[1]);
  const last = found[2] === undefined ? null : Number(found[2]);
  return first !== null && last !== null && first > last ? { min: last, max: first } : { min: first, max: last };
}

function comparison(operator: string | undefined, number: number): NumberRange {
  switch (operator) {
    case '>=':
    case '≥':
      return { min: number, max: null };
    case '>':
      return { min: Math.min(number + 1, largest), max: null };
    case '<=':
    case '≤':
      return { min: null, max: number };
    case '<':
      return { min: null, max: number - 1 };
    default:
      return { min: number, max: number };
  }
}

/** In the form that `readRange` reads; an empty text when both ends are open. */
export function writeRange({ min, max }: NumberRange): string {
  if (min === null) return max === null ? '' : max < 0 ? `<${max + 1}` : `<=${max}`;
  if (max === null) return `>=${min}`;
  return min === max ? String(min) : `${min}..${max}`;
}
