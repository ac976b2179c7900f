import { isFree, unitOf, type Account } from '../../../../shared/account.ts';
import type { Snapshot } from '../../../../shared/ipc/api.ts';
import { amountLeft, compareAmounts, noAmount, type Amount } from '../../../../shared/money/amount.ts';
import { expectedPrice, fittingIn, type ExpectedPrice } from '../../../../shared/money/expected-price.ts';
import { leftOfBudget, type BudgetLeft } from '../../../../shared/money/left-of-budget.ts';
import { priceWords } from '../../../../shared/money/price-words.ts';
import { confirmWords, hasBudget, overBudget, overBudgetWords, questionFacts, waitsForPrice, whyAsked } from '../../../../shared/money/question-words.ts';
import { questionsBeforeSending, type Submission, type SubmissionQuestion } from '../../../../shared/money/questions-before-sending.ts';
import { priceOfUnsent } from '../../../../shared/money/waiting-money.ts';
import type { GenerationRequest } from '../../../../shared/task.ts';
import { amountWords } from '../../../../shared/words/amounts.ts';
import { formatsFor } from '../../../../shared/words/format.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import type { Access } from '../access.ts';
import type { CommandContext } from '../command-context.ts';
import { askLine, isPersonThere, isYes } from '../terminal-input.ts';
import { UsageFault } from '../usage-fault.ts';
import type { GenerateOptions } from './generate-options.ts';

/** What a submission costs, and how much of it the options allow. */
export interface Costs {
  /** Of all that was asked for. Null: nothing is charged, or no price is known. */
  readonly price: ExpectedPrice | null;
  /** How many of the tasks are sent, from the first on. */
  readonly count: number;
  /** Of those that are sent. */
  readonly priceOfSent: ExpectedPrice | null;
  /** Asked before they are sent. Null: nothing is. */
  readonly question: SubmissionQuestion | null;
  /** What the account's own budget leaves. Null: it has none. */
  readonly left: BudgetLeft | null;
  /** How many of those that are sent the account's own budget has room for now. The others wait. */
  readonly fits: number;
}

/** Works out what the tasks cost. Throws UsageFault if `--max-cost` or `--budget` forbids all of it. */
export async function costsOf(say: CommandWords, access: Access, facts: Snapshot, account: Account, requests: readonly GenerationRequest[], { budget, maxCost }: Pick<GenerateOptions, 'budget' | 'maxCost'>): Promise<Costs> {
  const submissions: readonly Submission[] = requests.map((request) => ({ accountId: account.id, request, count: 1, retryOf: null }));
  const price = expectedPrice(submissions, facts);
  const unpriced = isFree(account.id) ? 0 : price === null ? requests.length : price.unpriced;
  const words = (amount: Amount): string => amountWords(say, formatsFor(say.locale), amount, unitOf(facts.accounts, account.id));
  if (maxCost !== undefined) {
    if (unpriced > 0) throw new UsageFault(say('command.money.max-unknown', { unpriced, count: requests.length }));
    if (price !== null && compareAmounts(price.amount, maxCost) > 0) throw new UsageFault(say('command.money.above-max', { price: words(price.amount), most: words(maxCost), count: requests.length }));
  }
  if (budget !== undefined && unpriced > 0) throw new UsageFault(say('command.money.budget-unknown', { unpriced, count: requests.length }));
  const count = budget === undefined || isFree(account.id) ? requests.length : fittingIn(budget, submissions, facts);
  if (count === 0) throw new UsageFault(say('command.money.nothing-fits', { budget: words(budget ?? '0') }));
  const sent = submissions.slice(0, count);
  const { askAbove, confirmedAccounts } = facts.settings;
  const [question = null] = questionsBeforeSending(sent, { accounts: facts.accounts, prices: facts.prices, askAbove, confirmedAccounts });
  const left = hasBudget(account) ? await leftNow(say, access, facts, account) : null;
  const fits = left === null ? count : fittingIn(amountLeft(left.room.amount, left.waiting.price?.amount ?? noAmount), sent, facts);
  return { price, count, priceOfSent: expectedPrice(sent, facts), question, left, fits };
}

async function leftNow(say: CommandWords, access: Access, facts: Snapshot, account: Account): Promise<BudgetLeft | null> {
  const spent = await access.call('spending:spent', { accountId: account.id });
  const waiting = facts.head.filter(({ task }) => task.accountId === account.id && task.state.status === 'queued');
  return leftOfBudget(say, formatsFor(say.locale), account, { spent, waiting: { price: priceOfUnsent(waiting, facts), count: waiting.length } });
}

/**
 * Asks what the window asks. Returns how many tasks are sent, from the first on. Throws UsageFault if the person says no, or nobody can be asked; then nothing is sent.
 */
export async function agreedCount({ say, tell, signal }: Pick<CommandContext, 'say' | 'tell' | 'signal'>, access: Access, facts: Snapshot, { question, count, left }: Costs, isAgreed: boolean): Promise<number> {
  if (question === null || isAgreed) return count;
  if (!isPersonThere()) {
    tell(whyAsked(say, formatsFor(say.locale), question));
    throw new UsageFault(say('command.money.nobody-to-ask', { count, price: isFree(question.account.id) ? 'free' : question.price === null ? 'unknown' : 'known', amount: question.price === null ? '' : priceWords(say, formatsFor(say.locale), question.price) }));
  }
  const over = left && overBudget(question, left, facts);
  for (const line of questionLines(say, facts, question, left)) tell(line);
  const first = over?.first ?? 0;
  const answer = (await askLine(`${say('command.money.ask', { confirm: say(confirmWords(question), { count }), first })} `, signal))?.trim() ?? '';
  const agreed = isYes(answer) ? count : first > 0 && answer === String(first) ? first : 0;
  if (agreed === 0) throw new UsageFault(say('command.money.declined'));
  if (question.first) await access.call('accounts:confirm', { accountId: question.account.id });
  return agreed;
}

/** The question as the window's dialog shows it. */
export function questionLines(say: CommandWords, { settings, ...facts }: Snapshot, question: SubmissionQuestion, left: BudgetLeft | null): readonly string[] {
  const { account, count } = question;
  const formats = formatsFor(say.locale);
  const over = left && overBudget(question, left, facts);
  const rows = [...questionFacts(say, formats, question), ...(left ? [[say('compose.question.budget'), left.words] as const] : [])];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    say('compose.question.title', { count, account: account.name }),
    whyAsked(say, formats, question),
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...(over ? [overBudgetWords(say, over, count)] : []),
    ...(settings.queueStopped ? [say('queue.on-hold')] : []),
    ...(account.sendingStopped ? [say('queue.unclear.waits', { count })] : []),
    ...(waitsForPrice(question) ? [say('compose.question.price-waits', { count })] : []),
  ];
}

/** What a dry run says. */
export function dryRun(say: CommandWords, facts: Snapshot, account: Account, all: number, costs: Costs): { readonly document: object; readonly lines: readonly string[] } {
  const { price, count, priceOfSent, question, left, fits } = costs;
  const formats = formatsFor(say.locale);
  const isCharged = !isFree(account.id);
  const printed = (expected: ExpectedPrice | null, of: number) => (isCharged ? { amount: expected?.amount ?? null, unit: unitOf(facts.accounts, account.id), unpriced: expected?.unpriced ?? of } : null);
  const inWords = (expected: ExpectedPrice | null): string => (isCharged ? (expected === null ? say('prices.unknown') : priceWords(say, formats, expected)) : say('command.dry-run.free'));
  return {
    document: {
      dryRun: true,
      account: { id: account.id, name: account.name },
      tasks: all,
      price: printed(price, all),
      sends: count,
      priceOfSent: printed(priceOfSent, count),
      left: all - count,
      asks: question !== null,
      accountBudget: left && { left: left.room.amount, period: left.room.period, fits },
    },
    lines: [
      say('command.dry-run.all', { count: all, account: account.name, price: inWords(price) }),
      ...(count < all ? [say('command.dry-run.fits', { count, price: inWords(priceOfSent), left: all - count })] : []),
      ...(left ? [`${say('compose.question.budget')}: ${left.words}`] : []),
      ...(left && fits < count ? [overBudgetWords(say, { fits, until: left.room.period }, count)] : []),
      ...(question === null ? [] : [say('command.dry-run.asks')]),
      say('command.dry-run.nothing-sent'),
    ],
  };
}
