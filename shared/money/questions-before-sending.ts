import type { Account } from '../account.ts';
import type { AccountId, GenerationRequest, TaskId } from '../task.ts';
import { compareAmounts, type Amount } from './amount.ts';
import { expectedPrice, type ExpectedPrice, type PriceFacts } from './expected-price.ts';

/** What a person is asked before anything is sent, by the window as by other programs. */

export interface Submission {
  readonly accountId: AccountId;
  readonly request: GenerationRequest;
  /** Each is a separate task. */
  readonly count: number;
  /** The task that this one tries again. */
  readonly retryOf: TaskId | null;
}

/** What is asked before money may be spent. While it is open, it shows tasks, prices and limits as they are now. */
export interface SubmissionQuestion {
  readonly account: Account;
  readonly count: number;
  /** What is sent, in its order. */
  readonly submissions: readonly Pick<Submission, 'accountId' | 'request' | 'count'>[];
  readonly price: ExpectedPrice | null;
  /** The number above which the person wants to be asked. Null if the count is not above it. */
  readonly above: number | null;
  /** The price above which the person wants to be asked. Null if the price is certainly not above it. */
  readonly abovePrice: Amount | null;
  /** Whether nothing was ever sent with this account, as far as this computer knows. */
  readonly first: boolean;
  /** Whether the tasks are in the queue already. */
  readonly queued: boolean;
  /** Whether an undo puts tasks back into the queue, from which they can be sent. */
  readonly uncancels: boolean;
  /** Whether sending with the account is stopped after unknown outcomes, and goes on. */
  readonly resumes: boolean;
  /** What sends the tasks that wait for it: a change that is saved, or a test of the key. Null: neither. */
  readonly releases: 'change' | 'test' | null;
  /** Whether the tasks are taken off hold. */
  readonly unholds: boolean;
  /** Whether only the first of them can be sent. Not of several tasks that are generated again together, because all of those are hidden then. */
  readonly divisible: boolean;
}

/** What the questions depend on, besides what is sent. */
export interface SendingFacts extends PriceFacts {
  /** A submission of more tasks than this asks first. */
  readonly askAbove: number;
  /** Accounts whose first submission the person has confirmed. */
  readonly confirmedAccounts: readonly AccountId[];
}

/** What else is a reason to ask. */
export interface WhySending extends Partial<Pick<SubmissionQuestion, 'queued' | 'resumes' | 'releases' | 'unholds'>> {
  readonly undoesCancel?: boolean;
}

/** The questions that are needed, at most one for each account. */
export function questionsBeforeSending(
  submissions: readonly Submission[],
  facts: SendingFacts,
  { undoesCancel = false, queued = false, resumes = false, releases = null, unholds = false }: WhySending = {},
): readonly SubmissionQuestion[] {
  const { accounts, askAbove, confirmedAccounts } = facts;
  return accounts.flatMap((account) => {
    const mine = submissions.filter(({ accountId }) => accountId === account.id);
    if (mine.length === 0) return [];
    const count = countOf(mine);
    const above = count > askAbove ? askAbove : null;
    const first = account.kind === 'service' && !confirmedAccounts.includes(account.id);
    const uncancels = undoesCancel && account.kind === 'service';
    const price = expectedPrice(mine, facts);
    const abovePrice = account.kind === 'service' && mayExceed(price, account.options.askAbove) ? account.options.askAbove : null;
    if (above === null && abovePrice === null && !first && !uncancels && !resumes && releases === null && !unholds) return [];
    const divisible = mine.every((one) => one.count === 1 || one.retryOf === null);
    return [{ account, count, submissions: mine, price, above, abovePrice, first, queued, uncancels, resumes, releases, unholds, divisible }];
  });
}

/** Whether a price is, or may be, above a limit. */
function mayExceed(price: ExpectedPrice | null, limit: Amount | null): boolean {
  return limit !== null && (price === null || price.unpriced > 0 || compareAmounts(price.amount, limit) > 0);
}

export const countOf = (submissions: readonly Pick<Submission, 'count'>[]): number => submissions.reduce((sum, { count }) => sum + count, 0);

/** How many tasks of an account are sent. All, if the account is not named. */
export type Limits = ReadonlyMap<AccountId, number>;
export const noLimits: Limits = new Map();

/** The same submissions, with the counts that are sent. */
export function firstOf(submissions: readonly Submission[], limits: Limits): readonly Submission[] {
  const left = new Map(limits);
  return submissions.map((submission) => {
    const count = Math.min(submission.count, left.get(submission.accountId) ?? submission.count);
    if (left.has(submission.accountId)) left.set(submission.accountId, (left.get(submission.accountId) ?? 0) - count);
    return { ...submission, count };
  });
}
