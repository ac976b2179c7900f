import { isFree, noOptions, unitOf, type Account } from '../account.ts';
import type { AccountId } from '../task.ts';
import { addAmounts, amountLeft, compareAmounts, noAmount, type Amount } from './amount.ts';
import { kindOf, pricedOf, type PricedRequest } from './price-fields.ts';
import { priceFor, priceOf, sumPrices, type AccountPrices, type PriceTable } from './price-table.ts';

/** What is sent, with the account that pays for it. */
export interface PricedSubmission {
  readonly accountId: AccountId;
  readonly request: PricedRequest;
  /** Absent: 1. */
  readonly count?: number;
}

/** What submissions are expected to cost, by the price tables of their accounts. */
export interface ExpectedPrice {
  readonly amount: Amount;
  readonly unit: string;
  /** How many have no known price. If there are any, the amount is only the least that the submissions cost. */
  readonly unpriced: number;
}

/** Where prices are found. */
export interface PriceFacts {
  readonly accounts: readonly Account[];
  readonly prices: readonly AccountPrices[];
}

/** The prices of an account, and what they depend on. */
export function tableOf(accountId: AccountId, { accounts, prices }: PriceFacts): PriceTable {
  const rows = prices.find((table) => table.accountId === accountId)?.rows ?? [];
  return { rows, by: (accounts.find(({ id }) => id === accountId)?.options ?? noOptions).pricedBy };
}

/** Null if nothing is charged, no price is known, or the accounts use different units. */
export function expectedPrice(submissions: readonly PricedSubmission[], facts: PriceFacts): ExpectedPrice | null {
  const charged = submissions.filter(({ accountId }) => !isFree(accountId));
  const units = new Set<string>();
  let [amount, unpriced, priced] = [noAmount, 0, 0];
  for (const accountId of new Set(charged.map((submission) => submission.accountId))) {
    const counted = charged.flatMap(({ request, count = 1, ...submission }) => (submission.accountId === accountId ? [{ request, count }] : []));
    const sum = sumPrices(tableOf(accountId, facts), counted);
    amount = addAmounts(amount, sum.amount);
    unpriced += sum.unpriced;
    priced += counted.reduce((all, { count }) => all + count, 0) - sum.unpriced;
    units.add(unitOf(facts.accounts, accountId));
  }
  const [unit] = units;
  return unit === undefined || units.size > 1 || priced === 0 ? null : { amount, unit, unpriced };
}

/** How many of these submissions to one account are sent before the next one would cost more than this amount. Those without a known price are left out. */
export function fittingIn(room: Amount, submissions: readonly PricedSubmission[], facts: PriceFacts): number {
  const priceIn = pricesIn(facts);
  let [left, fitting] = [room, 0];
  for (const submission of submissions) {
    const price = priceIn(submission);
    for (let each = 0; price !== null && each < (submission.count ?? 1); each += 1) {
      if (compareAmounts(price, left) > 0) return fitting;
      left = amountLeft(left, price);
      fitting += 1;
    }
  }
  return fitting;
}

/** Whether one of these submissions costs more than this amount, by itself. */
export function exceedsAlone(limit: Amount, submissions: readonly PricedSubmission[], facts: PriceFacts): boolean {
  const priceIn = pricesIn(facts);
  return submissions.some((submission) => {
    const price = priceIn(submission);
    return price !== null && compareAmounts(price, limit) > 0;
  });
}

/** Whether one of these submissions costs at most this amount, by itself. */
export function anyFits(room: Amount, submissions: readonly PricedSubmission[], facts: PriceFacts): boolean {
  const priceIn = pricesIn(facts);
  return submissions.some((submission) => {
    const price = priceIn(submission);
    return price !== null && compareAmounts(price, room) <= 0;
  });
}

/** The price of one task of each submission; null: unknown. Found once for each kind, because thousands of tasks are mostly of a few. */
export function pricesIn(facts: PriceFacts): (submission: PricedSubmission) => Amount | null {
  const tables = new Map<AccountId, PriceTable>();
  const known = new Map<string, Amount | null>();
  return ({ accountId, request }) => {
    const table = tables.get(accountId) ?? tableOf(accountId, facts);
    tables.set(accountId, table);
    const priced = pricedOf(request, table.by);
    const kind = `${accountId} ${kindOf(priced)}`;
    const price = known.has(kind) ? known.get(kind) : priceFor(table, priced);
    known.set(kind, price ?? null);
    return price ?? null;
  };
}

/** The first of several requests to one account whose price is not known. Null: all prices are known, or nothing is charged. */
export function firstUnpriced(accountId: AccountId, requests: readonly PricedRequest[], facts: PriceFacts): PricedRequest | null {
  if (isFree(accountId)) return null;
  const table = tableOf(accountId, facts);
  return requests.find((request) => priceOf(table, request) === null) ?? null;
}

/** The price of each of several requests to one account, if all have the same. Null: they differ, or one is unknown. */
export function commonPrice(accountId: AccountId, requests: readonly PricedRequest[], facts: PriceFacts): Amount | null {
  const table = tableOf(accountId, facts);
  const prices = new Set<Amount | null>();
  for (const request of requests) if (prices.add(priceOf(table, request)).size > 1) return null;
  const [only = null] = prices;
  return only;
}
