import type { AccountId, EpochMs, GenerationRequest } from '../task.ts';
import { addAmounts, compareAmounts, noAmount, timesAmount, type Amount } from './amount.ts';

/** The most rows in the table of one account. */
export const mostPriceRows = 5_000;

/** What a price depends on. */
export type Priced = Pick<GenerationRequest, 'model' | 'size' | 'quality'>;

/** One row of an account's price table: what one submission costs. */
export interface PriceRow extends Priced {
  /** In the account's unit. Null: the person or the service left the price open. */
  readonly amount: Amount | null;
  /** `person`: entered or imported; `*` in a field stands for any text. `learned`: taken from an answer; it holds for exactly this request. */
  readonly origin: 'person' | 'learned';
  readonly at: EpochMs;
}

/** The rows of an account's price table. */
export interface AccountPrices {
  readonly accountId: AccountId;
  readonly rows: readonly PriceRow[];
}

const fields = ['model', 'size', 'quality'] as const;

/**
 * The price of one submission by the table. Null if it is unknown. What the person entered comes before what was learned, because a service
 * may charge nothing for a trial. A learned price counts where the person entered none or said that it is unknown, and where the service has
 * charged more since, so that a budget holds.
 */
export function priceOf(rows: readonly PriceRow[], request: Priced): Amount | null {
  const [own, learned] = [ownRowFor(rows, request), bestOf(rows, request, 'learned')];
  return learned !== null && (own === null || isDearerSince(learned, own)) ? learned.amount : (own?.amount ?? learned?.amount ?? null);
}

/** Whether the service has charged more than the person's row says, after the person saved the table. */
function isDearerSince(learned: PriceRow, own: PriceRow): boolean {
  return learned.amount !== null && own.amount !== null && learned.at > own.at && compareAmounts(learned.amount, own.amount) > 0;
}

/** The matching row of the person: the one with the most specific fields, then the one with the longer pattern, then the newest. */
export function ownRowFor(rows: readonly PriceRow[], request: Priced): PriceRow | null {
  return bestOf(rows, request, 'person');
}

function bestOf(rows: readonly PriceRow[], request: Priced, origin: PriceRow['origin']): PriceRow | null {
  let best: PriceRow | null = null;
  for (const row of rows) {
    if (row.origin === origin && matches(row, request) && (best === null || rank(row, best) > 0)) best = row;
  }
  return best;
}

/** The price of several submissions: of those whose price is known (`amount`), and how many have none (`unpriced`: "at least"). */
export function sumPrices(rows: readonly PriceRow[], submissions: Iterable<{ readonly request: Priced; readonly count: number }>): { readonly amount: Amount; readonly unpriced: number } {
  // A batch of thousands mostly asks for a few kinds of pictures.
  const kinds = new Map<string, { readonly request: Priced; count: number }>();
  for (const { request, count } of submissions) {
    const key = JSON.stringify(fields.map((field) => request[field]));
    const kind = kinds.get(key);
    if (kind) kind.count += count;
    else kinds.set(key, { request, count });
  }
  let [amount, unpriced] = [noAmount, 0];
  for (const { request, count } of kinds.values()) {
    const price = priceOf(rows, request);
    if (price === null) unpriced += count;
    else amount = addAmounts(amount, timesAmount(price, count));
  }
  return { amount, unpriced };
}

function matches(row: PriceRow, request: Priced): boolean {
  return fields.every((field) => (isPattern(row, field) ? matchesPattern(row[field], request[field]) : row[field] === request[field]));
}

const isPattern = (row: PriceRow, field: keyof Priced): boolean => row.origin === 'person' && row[field].includes('*');

/** Positive if `a` comes before `b`. Both match. */
function rank(a: PriceRow, b: PriceRow): number {
  return exactFields(a) - exactFields(b) || patternLength(a) - patternLength(b) || a.at - b.at;
}

const exactFields = (row: PriceRow): number => fields.filter((field) => !isPattern(row, field)).length;

/** How much of the text the patterns of a row determine. */
const patternLength = (row: PriceRow): number => fields.reduce((sum, field) => sum + (isPattern(row, field) ? row[field].replaceAll('*', '').length : 0), 0);

/** Whether `text` has the pieces between the asterisks in this order, the first at its beginning and the last at its end. */
function matchesPattern(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
