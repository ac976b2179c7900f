import type { AccountId } from '../../../shared/task.ts';
import { appFacts } from '../../stores/app-store.ts';
import type { OwnPrice } from '../../stores/accounts/change-money.ts';
import { ownRows } from './price-list.ts';

/** The rows that the person wrote for an account, now. */
export function ownPrices(accountId: AccountId): readonly OwnPrice[] {
  return ownRows(appFacts().prices.find((table) => table.accountId === accountId)?.rows ?? []);
}
