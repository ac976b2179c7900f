import { isFree } from '../../../shared/account.ts';
import type { Amount } from '../../../shared/money/amount.ts';
import { ownRowFor, priceOf, type AccountPrices, type PriceRow } from '../../../shared/money/price-table.ts';
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
  /** Called when an account's prices have changed. */
  readonly changed: (accountId: AccountId) => void;
  readonly now: () => EpochMs;
  /** Called for a learned price that could not be written. Only convenience is lost. */
  readonly failed: (error: unknown) => void;
}

export async function openPriceBook({ repository, changed, now, failed }: PriceBookDeps): Promise<PriceBook> {
  const tables = new Map<AccountId, readonly PriceRow[]>((await repository.prices()).map(({ accountId, rows }) => [accountId, rows]));
  const rowsOf = (accountId: AccountId): readonly PriceRow[] => tables.get(accountId) ?? [];

  return {
    list: () => [...tables].map(([accountId, rows]) => ({ accountId, rows })),
    price: (accountId, request) => priceOf(rowsOf(accountId), request),
    async set(accountId, rows) {
      const own = rows.map((row): PriceRow => ({ ...row, origin: 'person', at: now() }));
      await repository.setPrices(accountId, own);
      tables.set(accountId, [...rowsOf(accountId).filter(({ origin }) => origin === 'learned'), ...own]);
      changed(accountId);
    },
    learn(task) {
      const { accountId, request, state, facts, submittedAt, createdAt } = task;
      // A task without pictures does not show what a picture costs.
      if (state.status !== 'completed' || state.imageCount === 0 || facts.credits === null || isFree(accountId)) return;
      const { model, size, quality } = request;
      const isSame = (row: PriceRow): boolean => row.origin === 'learned' && row.model === model && row.size === size && row.quality === quality;
      const learned: PriceRow = { model, size, quality, amount: facts.credits, origin: 'learned', at: submittedAt ?? createdAt };
      const known = rowsOf(accountId).find(isSame);
      const own = ownRowFor(rowsOf(accountId), request);
      // Old tasks change too, for example when they are hidden. An equal price is news only if the person has saved the table meanwhile.
      if (known !== undefined && (known.at > learned.at || (known.amount === learned.amount && (own === null || own.at <= known.at)))) return;
      tables.set(accountId, [...rowsOf(accountId).filter((row) => !isSame(row)), learned]);
      changed(accountId);
      repository.learnPrices(accountId, [learned]).catch(failed);
    },
  };
}
