import type { AccountId, TaskWithImages } from '../task.ts';
import { expectedPrice, tableOf, type ExpectedPrice, type PricedSubmission, type PriceFacts } from './expected-price.ts';
import { kindOf, pricedOf, type PricedRequest } from './price-fields.ts';
import type { PriceTable } from './price-table.ts';

/** What the waiting tasks of an account need. */
export interface WaitingMoney {
  /** Null: no price is known. */
  readonly price: ExpectedPrice | null;
  readonly count: number;
}

/** Whether a task has not been sent yet, so that it can be moved, edited and cancelled. */
export const isUnsent = ({ task }: TaskWithImages): boolean => task.state.status === 'queued';

/** The cost of the unsent ones of these tasks by the account's prices. Null: the cost is unknown, or the account is free. */
export const priceOfUnsent = (tasks: readonly TaskWithImages[], facts: PriceFacts): ExpectedPrice | null => expectedPrice(kindsOf(tasks, facts), facts);

interface Kind extends PricedSubmission {
  count: number;
}

/** Groups unsent tasks by what their price depends on, because thousands of tasks have only a few kinds. */
function kindsOf(tasks: readonly TaskWithImages[], facts: PriceFacts): readonly PricedSubmission[] {
  const kinds = new Map<string, Kind>();
  const tables = new Map<AccountId, PriceTable>();
  let latest: Kind | null = null;
  for (const entry of tasks) {
    if (!isUnsent(entry)) continue;
    const { accountId, request } = entry.task;
    if (!latest || latest.accountId !== accountId || !isSame(latest.request, request)) {
      const table = tables.get(accountId) ?? tableOf(accountId, facts);
      tables.set(accountId, table);
      const key: string = `${accountId} ${kindOf(pricedOf(request, table.by))}`;
      latest = kinds.get(key) ?? { accountId, request, count: 0 };
      kinds.set(key, latest);
    }
    latest.count += 1;
  }
  return [...kinds.values()];
}

/** Whether they certainly have the same price. */
const isSame = (one: PricedRequest, other: PricedRequest): boolean =>
  one.model === other.model && one.size === other.size && one.quality === other.quality && one.fields === other.fields && one.references === other.references;
