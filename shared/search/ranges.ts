import type { NumberRange } from './query.ts';

/** Seven digits. No side of a picture has that many pixels. */
const largest = 9_999_999;
const compared = /^(>=|<=|>|<|=|≥|≤)?(\d{1,7})$/;
const between = /^(\d{1,7})?\.\.(\d{1,7})?$/;

/** Reads `3`, `>=3`, `<2`, `3..5`, `3..` or `..5`. Null if the text is none of these. */
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

/** The inverse of `readRange`. Empty if there is no limit. */
export function writeRange({ min, max }: NumberRange): string {
  if (min === null) return max === null ? '' : max < 0 ? `<${max + 1}` : `<=${max}`;
  if (max === null) return `>=${min}`;
  return min === max ? String(min) : `${min}..${max}`;
}
