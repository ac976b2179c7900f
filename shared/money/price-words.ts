import type { Words } from '../words/index.ts';
import { tableOf, type ExpectedPrice, type PriceFacts } from './expected-price.ts';
import { referencesField, type PricedRequest } from './price-fields.ts';
import { unpricedFields } from './price-table.ts';
import type { AccountId } from '../task.ts';
import { amountWords } from '../words/amounts.ts';
import type { Formats } from '../words/format.ts';
import { series } from '../words/in-a-row.ts';

/** `5.4 credits`, or `at least 5.4 credits` if some have no known price. */
export function priceWords(say: Words, formats: Formats, { amount, unit, unpriced }: ExpectedPrice): string {
  const words = amountWords(say, formats, amount, unit);
  return unpriced === 0 ? words : say('money.at-least', { amount: words });
}

/** `Price unknown`, or because of which fields it is, if prices without them are known: `Price unknown for n = 4`. */
export function noPriceWords(say: Words, accountId: AccountId, request: PricedRequest, facts: PriceFacts): string {
  const fields = unpricedFields(tableOf(accountId, facts), request).map(({ name, value }) => {
    if (name === referencesField) return say('money.references', { count: Number(value) });
    return value === '' ? say('money.field-unset', { name }) : say('money.field', { name, value });
  });
  return fields.length === 0 ? say('money.no-price') : say('money.no-price-for', { fields: series(say, fields) });
}
