import type { Account } from '../../../shared/account.ts';
import { mostInBatch } from '../../../shared/input-limits.ts';
import { commonPrice, expectedPrice, firstUnpriced, type PriceFacts } from '../../../shared/money/expected-price.ts';
import type { PricedRequest } from '../../../shared/money/price-fields.ts';
import { noPriceWords, priceWords } from '../../../shared/money/price-words.ts';
import { matrixOf } from '../../../shared/request/compose-matrix.ts';
import { sentExtras } from '../../../shared/request/sent-extras.ts';
import type { ComposeChoices } from '../../../shared/settings.ts';
import type { Formats } from '../../../shared/words/format.ts';
import type { Words } from '../../../shared/words/index.ts';

export interface FormPrice {
  /** `3 × 1.8 =`; absent for one task, and if their prices differ. */
  readonly factors: string | null;
  readonly sum: string;
  readonly full: string;
  /** The first request whose price is not known. */
  readonly missing: PricedRequest | null;
}

/** What is sent: how many tasks these choices make, and how many of them were sent before. */
export interface PricedForm {
  readonly account: Account;
  readonly choices: ComposeChoices;
  readonly all: number;
  readonly sent: number;
}

/** What the next press is expected to cost, in words. Null if nothing is charged. */
export function formPrice(say: Words, formats: Formats, { account, choices, all, sent }: PricedForm, facts: PriceFacts): FormPrice | null {
  if (all === 0 || all > mostInBatch) return null;
  const more = sentExtras(account, choices);
  const cells = matrixOf(choices).map((cell) => ({ ...cell, ...more }));
  const price = expectedPrice(
    // Each prompt is sent with one cell after the other.
    cells.map((request, at) => ({ accountId: account.id, request, count: all / cells.length - Math.max(Math.ceil((sent - at) / cells.length), 0) })),
    facts,
  );
  const missing = firstUnpriced(account.id, cells, facts);
  if (!price && !missing) return null;
  const sum = price ? priceWords(say, formats, price) : missing ? noPriceWords(say, account.id, missing, facts) : '';
  const count = all - sent;
  const each = count > 1 ? commonPrice(account.id, cells, facts) : null;
  const factors = each === null ? null : say('compose.price-factors', { count, price: formats.decimal(each) });
  return { factors, sum, full: factors === null ? sum : `${factors} ${sum}`, missing };
}
