import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isFree, practiceAccountId, type Account } from '../../../shared/account.ts';
import type { AssistantOutcome, AssistantQuote, WhyBeyond } from '../../../shared/assistant-quote.ts';
import { assistantPrefix, mostHeld, type AssistantAllowance } from '../../../shared/assistants.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { AnyInput } from '../../../shared/ipc/programs.ts';
import { addAmounts, compareAmounts, noAmount, timesAmount, type Amount } from '../../../shared/money/amount.ts';
import { periodStart } from '../../../shared/money/budget.ts';
import { expectedPrice, pricesIn, type PriceFacts } from '../../../shared/money/expected-price.ts';
import { questionsBeforeSending } from '../../../shared/money/questions-before-sending.ts';
import { costOf } from '../../../shared/money/task-cost.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { AccountId, Task, TaskId } from '../../../shared/task.ts';
import type { AccountBook } from '../accounts/account-book.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { AssistantTaskReader, TaskReader } from '../engine/task-store.ts';
import type { PriceBook } from '../money/price-book.ts';
import type { Clock } from '../util/clock.ts';
import { createSequencer } from '../util/sequencer.ts';

/**
 * What assistants send. The process that owns the engine keeps them within the person's budget: one call at a time compares what counts today with the budget and commits the tasks,
 * which are themselves what the next call counts.
 */
export interface AssistantTasks {
  allowance(): Promise<AssistantAllowance>;
  /** Rejects with `assistant-account` if assistants may not use the account. */
  quote(wanted: AnyInput<'assistant:quote'>): Promise<AssistantQuote>;
  /** The same request id is the same tasks, whatever became of them. Rejects also with `request-id-used` if it is that of another request. */
  submit(wanted: AnyInput<'assistant:submit'>): Promise<AssistantOutcome>;
}

export interface AssistantTasksDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly accounts: Pick<AccountBook, 'list'>;
  readonly prices: Pick<PriceBook, 'list'>;
  readonly engine: Pick<TaskEngine, 'submit'>;
  readonly repository: Pick<TaskReader, 'task'> & AssistantTaskReader;
  readonly settings: () => Pick<Settings, 'assistants' | 'askAbove'>;
}

export function createAssistantTasks({ clock, accounts, prices, engine, repository, settings }: AssistantTasksDeps): AssistantTasks {
  const sequencer = createSequencer();

  const allowance = async (): Promise<AssistantAllowance> => {
    const budget = settings().assistants;
    const list = await accounts.list();
    const account = list.find(({ id, removed }) => id === budget?.accountId && !removed);
    const limits = { perCall: budget?.perCall ?? noAmount, perDay: budget?.perDay ?? noAmount, asks: budget?.asks ?? 'latent' };
    if (account === undefined) return { account: null, ...limits, spent: noAmount, unpriced: 0, held: 0 };
    const today = periodStart(clock.now(), 'day');
    const tasks = (await repository.assistantTasks(today)).map(({ task }) => task).filter(({ accountId }) => accountId === account.id);
    const unheld = tasks.filter((task) => !isHeld(task));
    const counted = unheld.map((task) => countedCost(task, { accounts: list, prices: prices.list() }));
    return {
      account: { id: account.id, name: account.name, unit: account.options.unit },
      ...limits,
      spent: addAmounts(...counted.map((amount) => amount ?? noAmount)),
      unpriced: counted.filter((amount) => amount === null).length,
      held: tasks.length - unheld.length,
    };
  };

  const accountFor = async (wanted: string | null, { account }: AssistantAllowance): Promise<Account> => {
    const id = wanted ?? account?.id ?? practiceAccountId;
    const found = (await accounts.list()).find((one) => one.id === id);
    if (found === undefined || !(isFree(id) || id === account?.id)) throw new AppFailure('assistant-account');
    return found;
  };

  const quote = async ({ accountId, request, count }: AnyInput<'assistant:quote'>): Promise<AssistantQuote> => {
    const allowed = await allowance();
    const account = await accountFor(accountId, allowed);
    if (isFree(account.id)) return { accountId: account.id, price: null, free: true, why: null, allowance: allowed };
    const facts = { accounts: await accounts.list(), prices: prices.list(), askAbove: settings().askAbove, confirmedAccounts: [account.id] };
    const submissions = [{ accountId: account.id, request, count, retryOf: null }];
    const price = expectedPrice(submissions, facts);
    // The budget names the account, so the person has confirmed that it may be charged.
    const wouldAsk = questionsBeforeSending(submissions, facts).length > 0;
    return { accountId: account.id, price, free: false, why: price === null || price.unpriced > 0 ? 'price-unknown' : whyBeyond(price.amount, allowed, wouldAsk), allowance: allowed };
  };

  /** Null: there is no such request yet, with any account. */
  const known = async ({ accountId, request, requestId, count }: AnyInput<'assistant:submit'>): Promise<readonly TaskId[] | null> => {
    for (const { id: owner } of await accounts.list()) {
      if ((await repository.task(taskId(owner, requestId, 0))) === null) continue;
      // One more, so that a repetition with a smaller number is noticed.
      const found = await Promise.all(Array.from({ length: count + 1 }, (_, at) => repository.task(taskId(owner, requestId, at))));
      const isSame = found.every((one, at) => (at === count ? one === null : one !== null && isDeepStrictEqual(one.task.request, request)));
      if (!isSame || (accountId ?? owner) !== owner) throw new AppFailure('request-id-used');
      return found.flatMap((one) => one?.task.id ?? []);
    }
    return null;
  };

  return {
    allowance,
    quote,
    submit: (wanted) =>
      sequencer.run('assistants', async () => {
        const before = await known(wanted);
        if (before !== null) return { outcome: 'taken', taskIds: before, isNew: false };
        const { requestId, beyond, ...asked } = wanted;
        const quoted = await quote(asked);
        const held = quoted.why !== null && !isAgreed(quoted, beyond);
        if (held && (beyond !== 'hold' || quoted.allowance.held + wanted.count > mostHeld)) return { outcome: 'beyond', quote: quoted };
        const ids = Array.from({ length: wanted.count }, (_, at) => taskId(quoted.accountId, requestId, at));
        await engine.submit(ids.map((id) => ({ id, accountId: quoted.accountId, request: wanted.request, retryOf: null, held })));
        return { outcome: 'taken', taskIds: ids, isNew: true };
      }),
  };
}

const isHeld = ({ state }: Task): boolean => state.status === 'queued' && state.waitingFor === 'held';

/** What a task counts as spent. Null: nobody knows its price. Before it is sent, it counts at the price of now. */
function countedCost(task: Task, facts: PriceFacts): Amount | null {
  if (task.state.status === 'withdrawn') return noAmount;
  if (task.state.status === 'queued') return pricesIn(facts)(task);
  const cost = costOf(task);
  if (cost === null) return noAmount;
  if (cost.by === 'nobody') return null;
  // The other ids of the same submission are tasks of their own, each with a part of the estimate.
  return cost.by === 'estimate' && task.facts.ids !== undefined ? timesAmount(cost.amount, task.facts.ids) : cost.amount;
}

function whyBeyond(price: Amount, { perCall, perDay, spent, unpriced }: AssistantAllowance, wouldAsk: boolean): WhyBeyond | null {
  if (compareAmounts(price, perCall) > 0) return 'call';
  if (unpriced > 0 || compareAmounts(addAmounts(spent, price), perDay) > 0) return 'day';
  return wouldAsk ? 'asks' : null;
}

/** Whether the person said yes to this price in the assistant's app, and lets that count. */
function isAgreed({ price, allowance: { asks }, why }: AssistantQuote, beyond: AnyInput<'assistant:submit'>['beyond']): boolean {
  return typeof beyond === 'object' && asks === 'assistant' && why !== 'price-unknown' && price !== null && compareAmounts(price.amount, beyond.agreed) <= 0;
}

/** The id of one of the tasks of a request, the same for ever: 90 bits of a hash after the prefix. Accounts have other ids in each profile, and so do these tasks. */
function taskId(accountId: AccountId, requestId: string, index: number): TaskId {
  const hash = createHash('sha256').update(`latent assistant task ${accountId} ${index} ${requestId}`).digest('hex');
  const variant = (8 + (Number.parseInt(hash.slice(7, 8), 16) % 4)).toString(16);
  return `${assistantPrefix}-${hash.slice(0, 4)}-8${hash.slice(4, 7)}-${variant}${hash.slice(8, 11)}-${hash.slice(11, 23)}`;
}
