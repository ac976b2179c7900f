import { isFree, type PricedBy } from '../../../shared/account.ts';
import { compareAmounts, noAmount, type Amount } from '../../../shared/money/amount.ts';
import { kindOf, longestPricedValue, pricedOf } from '../../../shared/money/price-fields.ts';
import { ownRowFor, picturesOf, priceFor, type AccountPrices, type PriceRow, type PriceTable } from '../../../shared/money/price-table.ts';
import type { AccountId, EpochMs, GenerationRequest, Task } from '../../../shared/task.ts';
import type { PriceStore } from './price-store.ts';

/** The price tables of all accounts. They are small, and every submission asks for a price, so they are kept in memory. */
export interface PriceBook {
  list(): readonly AccountPrices[];
  /** What one submission of this request is expected to cost. Null if that is unknown. */
  price(accountId: AccountId, request: GenerationRequest): Amount | null;
  /** Replaces the rows that the person wrote. Rejects if they cannot be written. */
  set(accountId: AccountId, rows: readonly Omit<PriceRow, 'origin' | 'at'>[]): Promise<void>;
  /** Takes the price of a finished task, if the service said one. */
  learn(task: Task): void;
}

export interface PriceBookDeps {
  readonly repository: PriceStore;
  /** What prices of the account depend on. */
  readonly pricedBy: (accountId: AccountId) => PricedBy;
  /** Called when an account's prices have changed. */
  readonly changed: (accountId: AccountId) => void;
  readonly now: () => EpochMs;
  /** Called for a learned price that could not be written. Only convenience is lost. */
  readonly failed: (error: unknown) => void;
}

/** The most prices of an account that are remembered. */
const mostCalculated = 10_000;

export async function openPriceBook({ repository, pricedBy, changed, now, failed }: PriceBookDeps): Promise<PriceBook> {
  const tables = new Map<AccountId, readonly PriceRow[]>((await repository.prices()).map(({ accountId, rows }) => [accountId, rows]));
  const none: readonly PriceRow[] = [];
  const rowsOf = (accountId: AccountId): readonly PriceRow[] => tables.get(accountId) ?? none;
  const tableOf = (accountId: AccountId): PriceTable => ({ rows: rowsOf(accountId), by: pricedBy(accountId) });
  /** The queue may ask for ten thousand tasks at once that differ in a few prices only. Holds as long as the table and what it depends on. */
  const calculated = new Map<AccountId, PriceTable & { readonly prices: Map<string, Amount | null> }>();

  return {
    list: () => [...tables].map(([accountId, rows]) => ({ accountId, rows })),
    price(accountId, request) {
      const table = tableOf(accountId);
      const priced = pricedOf(request, table.by);
      let known = calculated.get(accountId);
      if (known?.rows !== table.rows || known.by !== table.by || known.prices.size >= mostCalculated) {
        known = { ...table, prices: new Map() };
        calculated.set(accountId, known);
      }
      const kind = kindOf(priced);
      const price = known.prices.get(kind);
      if (price !== undefined) return price;
      const found = priceFor(table, priced);
      known.prices.set(kind, found);
      return found;
    },
    async set(accountId, rows) {
      const at = now();
      const own = rows.map((row): PriceRow => ({ ...row, origin: 'person', at }));
      await repository.setPrices(accountId, own);
      // What was learned while the clock was ahead is not newer than what the person writes now.
      const ahead = rowsOf(accountId).filter((row) => row.origin === 'learned' && row.at > at).map((row): PriceRow => ({ ...row, at }));
      if (ahead.length > 0) await repository.learnPrices(accountId, ahead).catch(failed);
      const learned = rowsOf(accountId).filter(({ origin }) => origin === 'learned').map((row): PriceRow => ({ ...row, at: Math.min(row.at, at) }));
      tables.set(accountId, [...learned, ...own]);
      changed(accountId);
    },
    learn(task) {
      const { accountId, request, facts, submittedAt, createdAt } = task;
      const table = tableOf(accountId);
      const priced = pricedOf(request, table.by);
      if (facts.credits === null || isFree(accountId) || !showsPrice(task, picturesOf(priced, table.by))) return;
      if (Object.values(priced.fields).some((value) => value.length > longestPricedValue)) return;
      const isSame = (row: PriceRow): boolean => row.origin === 'learned' && kindOf(row) === kindOf(priced);
      const learned: PriceRow = { ...priced, amount: facts.credits, per: 'task', origin: 'learned', at: Math.min(submittedAt ?? createdAt, now()) };
      const known = table.rows.find(isSame);
      const own = ownRowFor(table, priced);
      // Old tasks change too, for example when they are hidden. A time that has not come yet is of a clock that was ahead. An equal price is news only if the person has saved the table meanwhile.
      if (known !== undefined && ((known.at > learned.at && known.at <= now()) || (known.amount === learned.amount && (own === null || own.at <= known.at)))) return;
      tables.set(accountId, [...table.rows.filter((row) => !isSame(row)), learned]);
      changed(accountId);
      repository.learnPrices(accountId, [learned]).catch(failed);
    },
  };
}

/**
 * Whether what the service said about a task is the price of its request. Not without all pictures that were asked for. Not of one of several ids of a submission: some services name
 * its share, others the whole price, and a share would let a budget be exceeded. Not if nothing was charged: that may be a trial or a refund,
 * and the next task would pass any budget. Not of a task whose id a person entered, because the id may be that of another task.
 */
function showsPrice({ state, facts, adopted, byHand, imported }: Task, pictures: number | null): boolean {
  if (state.status !== 'completed' || state.imageCount < (pictures ?? 1) || adopted || byHand !== null || imported !== null || facts.ids !== undefined) return false;
  return facts.credits !== null && compareAmounts(facts.credits, noAmount) > 0;
}
