import { isFree, type Account } from '../account.ts';
import { amountWords } from '../words/amounts.ts';
import type { Formats } from '../words/format.ts';
import type { WordKey, Words } from '../words/index.ts';
import { addAmounts, amountLeft, compareAmounts, noAmount, type Amount } from './amount.ts';
import { budgetPeriods, type BudgetPeriod } from './budget.ts';
import { anyFits, exceedsAlone, fittingIn, type PriceFacts } from './expected-price.ts';
import type { BudgetLeft } from './left-of-budget.ts';
import { pricedFields, pricedOf, referencesField, type Priced } from './price-fields.ts';
import { priceWords } from './price-words.ts';
import type { SubmissionQuestion } from './questions-before-sending.ts';
import type { WaitingMoney } from './waiting-money.ts';

/** What a question before money is spent says, in a window and in a terminal. */

/** What these tasks need from the budget, together with the waiting tasks that are sent before them. */
function needed({ price, queued }: SubmissionQuestion, waiting: WaitingMoney): Amount {
  return addAmounts(waiting.price?.amount ?? noAmount, queued ? noAmount : (price?.amount ?? noAmount));
}

/** What the budget has no room for. */
export interface OverBudget {
  /** How many of the tasks fit. Of tasks that are in the queue already, only whether any does (0 or null), because others may come first. */
  readonly fits: number | null;
  /** How many of them "Send only" sends. 0: it is not offered. */
  readonly first: number;
  /** When the others are sent: with the next day or month, or only if the person raises the budget (`total`). */
  readonly until: BudgetPeriod;
}

/** Null: it has room for all of it, or a saved change sends what waits. */
export function overBudget(question: SubmissionQuestion, { room, waiting }: BudgetLeft, prices: PriceFacts): OverBudget | null {
  const { account, submissions, count, price, queued, uncancels, divisible } = question;
  if (question.releases !== null || compareAmounts(needed(question, waiting), room.amount) <= 0) return null;
  const fits = queued ? (anyFits(room.amount, submissions, prices) ? null : 0) : fittingIn(amountLeft(room.amount, waiting.price?.amount ?? noAmount), submissions, prices);
  const limit = account.options.budget[room.period];
  // What alone costs more than the whole limit never fits, however often the budget renews.
  const never = limit !== null && exceedsAlone(limit, submissions, prices);
  // Those without a price would be among the first, and wait.
  const canChoose = divisible && !queued && !uncancels && price?.unpriced === 0 && fits !== null && fits < count;
  return { fits, first: canChoose ? fits : 0, until: never ? 'total' : room.period };
}

export const hasBudget = ({ id, options }: Account): boolean => !isFree(id) && budgetPeriods.some((period) => options.budget[period] !== null);

/** Whether a budget keeps some of it back until the person enters a price. */
export function waitsForPrice({ account, price, releases }: SubmissionQuestion): boolean {
  return hasBudget(account) && releases === null && (price === null || price.unpriced > 0);
}

export function confirmWords({ releases, uncancels }: SubmissionQuestion): WordKey {
  if (releases !== null) return releases === 'change' ? 'compose.question.confirm-change' : 'compose.question.confirm-test';
  return uncancels ? 'compose.question.put-back' : 'compose.question.confirm';
}

/** The reason for the question. */
export function whyAsked(say: Words, formats: Formats, { account, count, price, above, abovePrice, first, uncancels, resumes, releases, unholds }: SubmissionQuestion): string {
  if (releases !== null) return say(releases === 'change' ? 'compose.question.releases' : 'compose.question.releases-test', { count });
  if (resumes) return say('compose.question.resumes', { count, free: isFree(account.id) ? 'yes' : 'no' });
  if (first) return say('compose.question.first', { count });
  if (uncancels) return say('compose.question.uncancels', { count });
  if (unholds) return say('compose.question.unholds', { count });
  const isAbove = abovePrice !== null && price !== null && compareAmounts(price.amount, abovePrice) > 0;
  if (abovePrice !== null) return say(isAbove ? 'compose.question.above-price' : 'compose.question.may-be-above-price', { limit: amountWords(say, formats, abovePrice, account.options.unit) });
  return say(account.kind === 'practice' ? 'compose.question.above-free' : 'compose.question.above', { above: above ?? 0 });
}

/** What is asked about: names and values, without those that are empty. */
export function questionFacts(say: Words, formats: Formats, { account, count, submissions, price }: SubmissionQuestion): readonly (readonly [string, string])[] {
  const { pricedBy } = account.options;
  const all = submissions.map(({ request }) => pricedOf(request, pricedBy));
  const common = (valueOf: (priced: Priced) => string): string => {
    const values = new Set(all.map(valueOf));
    // A few can be checked at a glance.
    return values.size > 3 ? say('compose.question.various') : [...values].map((value) => value || say('tasks.fact.not-set')).join(', ');
  };
  // Such as the number of pictures, which is what a price may be of.
  const further = pricedFields(pricedBy)
    .filter((name) => all.some(({ fields }) => fields[name] !== ''))
    .map((name) => [name === referencesField ? say('prices.references') : name, common(({ fields }) => fields[name] ?? '')] as const);
  const rows = [
    [say('compose.account'), account.name],
    [say('compose.question.number'), String(count)],
    [say('compose.model'), common(({ model }) => model)],
    [say('compose.size'), common(({ size }) => size)],
    [say('compose.quality'), common(({ quality }) => quality)],
    ...further,
    [say('compose.question.price'), price === null ? (isFree(account.id) ? '' : say('prices.unknown')) : priceWords(say, formats, price)],
  ] as const;
  return rows.filter(([, value]) => value !== '');
}

/** What the budget has no room for, and when it is sent. */
export function overBudgetWords(say: Words, { fits, until }: Pick<OverBudget, 'fits' | 'until'>, count: number): string {
  if (fits === null) return say('compose.question.over-budget', { until });
  return fits === 0 ? say('compose.question.fits-none', { count, until }) : say('compose.question.fits', { count, fits, rest: count - fits, until });
}
