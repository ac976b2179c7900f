import { readPrice } from '../money/amount.ts';
import type { CostValue, NumberRange, RatioValue } from './query.ts';

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

/** Tolerance for a single ratio. Sides are multiples of 8 or 64 pixels, so a picture requested as 16:9 may have 1344 × 768. Still separates 4:3 from 5:4. */
const tolerance = 1.03;
/** Tolerance for rounding, because ratios are binary fractions and 3:2 must equal 1.5. */
const nearly = 1 + 1e-9;
const sidesOrNumber = /^(\d{1,5}(?:\.\d{1,4})?)(?:[:/x×](\d{1,5}(?:\.\d{1,4})?))?$/i;

/** Reads `16:9`, `1.78`, `>3:2`, `<=1` or `4:3..16:9`. A single ratio also finds those within three percent. Null if the text is none of these. */
export function readRatio(text: string): RatioValue | null {
  const read = readLimits(text, (side) => {
    const [, width, height = '1'] = sidesOrNumber.exec(side) ?? [];
    return width === undefined || Number(width) === 0 || Number(height) === 0 ? null : Number(width) / Number(height);
  });
  if (read === null) return null;
  const { min, max, isOne, minExcluded, maxExcluded } = read;
  const [low, high] = isOne ? [1 / tolerance, tolerance] : [minExcluded ? nearly : 1 / nearly, maxExcluded ? 1 / nearly : nearly];
  return { of: 'ratio', text, min: min && min * low, max: max && max * high };
}

const billionth = 1e-9;

/** Reads `0.04`, `>0.1`, `<=2`, `0.02..0.05`; also `≈ 0.04`, as an estimate is shown. Null if the text is none of these. */
export function readCostRange(text: string): CostValue | null {
  // Commas separate values, so `0,05` would mean 0 and 5.
  const read = readLimits(text.replace(/^≈\s*/, ''), (written) => {
    const price = /^0\d/.test(written) ? null : readPrice(written);
    return price === null ? null : Math.round(Number(price) / billionth);
  });
  if (read === null) return null;
  const { min, max, minExcluded, maxExcluded } = read;
  return { text, billionths: { min: min === null ? null : min + Number(minExcluded), max: max === null ? null : max - Number(maxExcluded) } };
}

interface Limits {
  readonly min: number | null;
  readonly max: number | null;
  readonly minExcluded: boolean;
  readonly maxExcluded: boolean;
  /** For a single value instead of a range. */
  readonly isOne: boolean;
}

function readLimits(text: string, read: (text: string) => number | null): Limits | null {
  const [, operator = '', only = ''] = /^(>=|<=|>|<|=|≥|≤)?([^.].*|\.\d+)$/.exec(text) ?? [];
  const limits: Limits = { min: null, max: null, minExcluded: operator === '>', maxExcluded: operator === '<', isOne: false };
  const [first = '', last, ...more] = text.split('..');
  if (last !== undefined) {
    const ends = [first, last].map((end) => (end === '' ? null : (read(end) ?? Number.NaN)));
    if (more.length > 0 || text === '..' || ends.some((end) => Number.isNaN(end))) return null;
    const [min = null, max = null] = ends;
    return min !== null && max !== null && min > max ? { ...limits, min: max, max: min } : { ...limits, min, max };
  }
  const value = read(only);
  if (value === null) return null;
  if (operator.startsWith('>') || operator === '≥') return { ...limits, min: value };
  if (operator.startsWith('<') || operator === '≤') return { ...limits, max: value };
  return { ...limits, min: value, max: value, isOne: true };
}
