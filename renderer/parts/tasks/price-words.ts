import type { Words } from '../../../shared/words/index.ts';
import type { ExpectedPrice } from '../../stores/compose/prices.ts';
import { amountWords } from '../../words/amounts.ts';
import type { Formats } from '../../words/format.ts';

/** `5.4 credits`, or `at least 5.4 credits` if some have no known price. */
export function priceWords(say: Words, formats: Formats, { amount, unit, unpriced }: ExpectedPrice): string {
  const words = amountWords(say, formats, amount, unit);
  return unpriced === 0 ? words : say('money.at-least', { amount: words });
}
