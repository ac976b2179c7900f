import { noOptions, type Account, type AccountOptions } from '../../../shared/account.ts';
import { addAmounts, amountLeft, noAmount, type Amount } from '../../../shared/money/amount.ts';
import { budgetPeriods, periodStart } from '../../../shared/money/budget.ts';
import type { Priced } from '../../../shared/money/price-fields.ts';
import type { AccountPrices, PriceRow } from '../../../shared/money/price-table.ts';
import { costOf } from '../../../shared/money/task-cost.ts';
import type { Spent } from '../../../shared/money/spending.ts';
import type { AccountId, QueueReason, Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notify, notifyError } from '../../ui/toast.tsx';
import { appFacts, type AppFacts } from '../app-store.ts';
import { confirmReleases } from './released-tasks.ts';

/** A row that the person writes. */
export type OwnPrice = Priced & Pick<PriceRow, 'amount' | 'per'>;

/** Options of an account that decide what its amounts mean, and whether waiting tasks are sent, or tasks of unknown outcome again. */
export type MoneyOptions = Pick<AccountOptions, 'unit' | 'budget' | 'askAbove' | 'pricedBy' | 'references' | 'repeats' | 'listsTasks'>;

interface MoneyChange {
  readonly options?: Partial<MoneyOptions>;
  /** Replaces the rows of the person. */
  readonly rows?: readonly OwnPrice[];
}

/**
 * Changes what decides about an account's money. Asks first, as a submission does, if waiting tasks would be sent because of it; if the person says no, nothing changes. There is no undo,
 * because undoing it could send tasks as well. Shows `did`, and errors. False: nothing was changed.
 */
export async function changeMoney(accountId: AccountId, change: MoneyChange, did: string): Promise<boolean> {
  const givesField = (change.options?.references ?? null) !== null;
  const frees = (reason: QueueReason): boolean => isOfMoney(reason) || (givesField && reason === 'references');
  if (!(await confirmReleases({ accountId, frees, facts: () => factsAfter(accountId, change) }))) return false;
  const now = appFacts().accounts.find(({ id }) => id === accountId)?.options ?? noOptions;
  // Prices first: with another budget and the old prices, more might be sent than was asked.
  if (change.rows) {
    const answer = await bridge.pricesSet({ accountId, rows: change.rows.map(({ model, size, quality, fields, per, amount }) => ({ model, size, quality, fields: { ...fields }, per, amount })) });
    if (!answer.ok) return failed(answer.error);
  }
  if (change.options) {
    const options = { ...now, ...change.options };
    const answer = await bridge.accountsSetOptions({ accountId, options: { ...options, fields: { ...options.fields } } });
    if (!answer.ok) return failed(answer.error);
  }
  notify(did);
  return true;
}

/** What a task is to cost, as the person found out; null: not known. */
export interface NotedCost {
  readonly task: Task;
  readonly cost: Amount | null;
}

/** Asks, as a change of a budget does, if waiting tasks would be sent because these tasks count less than before. False: the person said no, or main did not answer. */
export async function confirmFreedRoom(noted: readonly NotedCost[]): Promise<boolean> {
  for (const accountId of new Set(noted.map(({ task }) => task.accountId))) {
    const mine = noted.filter(({ task }) => task.accountId === accountId);
    if (!(await confirmReleases({ accountId, frees: (reason) => reason === 'budget', spent: (now) => spentAfter(now, mine) }))) return false;
  }
  return true;
}

/** What counts as spent once the tasks cost what is noted. */
function spentAfter(spent: Spent, noted: readonly NotedCost[]): Spent {
  const now = Date.now();
  const sums = { ...spent };
  for (const period of budgetPeriods) {
    const since = period === 'total' ? 0 : periodStart(now, period);
    const counted = noted.filter(({ task }) => (task.submittedAt ?? task.acceptedAt ?? 0) >= since);
    const [before, after] = [counted.map(({ task }) => amountOf(task)), counted.map(({ task, cost }) => amountOf({ ...task, settled: cost }))];
    sums[period] = amountLeft(addAmounts(spent[period], ...after), addAmounts(...before));
  }
  return sums;
}

/** What counts as spent by a task. */
function amountOf(task: Task): Amount {
  const cost = costOf(task);
  return cost === null || cost.by === 'nobody' ? noAmount : cost.amount;
}

const isOfMoney = (reason: QueueReason): boolean => reason === 'budget' || reason === 'price';

function failed(error: Parameters<typeof notifyError>[0]): false {
  notifyError(error);
  return false;
}

/** Main's facts as they will be. */
function factsAfter(accountId: AccountId, { options, rows }: MoneyChange): AppFacts {
  const facts = appFacts();
  const accounts = facts.accounts.map((account): Account => (account.id === accountId && options ? { ...account, options: { ...account.options, ...options } } : account));
  if (!rows) return { ...facts, accounts };
  const own = rows.map((row): PriceRow => ({ ...row, origin: 'person', at: Date.now() }));
  const learned = facts.prices.find((table) => table.accountId === accountId)?.rows.filter(({ origin }) => origin === 'learned') ?? [];
  const prices: readonly AccountPrices[] = [...facts.prices.filter((table) => table.accountId !== accountId), { accountId, rows: [...learned, ...own] }];
  return { ...facts, accounts, prices };
}
