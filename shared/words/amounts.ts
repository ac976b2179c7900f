import type { Amount } from '../money/amount.ts';
import type { Words } from './index.ts';
import type { Formats } from './format.ts';

/** An amount with its unit: `1.8 credits`, `$0.04`. */
export function amountWords(say: Words, formats: Formats, amount: Amount, unit: string): string {
  if (unit === 'credits') return say('money.credits', { credits: Number(amount), shown: formats.decimal(amount) });
  return formats.money(amount, unit) ?? `${formats.decimal(amount)} ${unit}`;
}
