import type { Result } from '../../../shared/result.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../../stores/app-store.ts';
import { didAct, type Outcome } from '../../stores/undo.ts';
import { notifyError } from '../../ui/toast.tsx';
import { ownRows, type OwnPrice } from './price-list.ts';

interface ActWords {
  readonly words: string;
  readonly name: string;
}

/** The rows that the person wrote for an account, now. */
export function ownPrices(accountId: AccountId): readonly OwnPrice[] {
  return ownRows(appFacts().prices.find((table) => table.accountId === accountId)?.rows ?? []);
}

/** Replaces the person's rows of an account. It can be undone. Shows errors. False: nothing was changed. */
export async function changePrices(accountId: AccountId, rows: readonly OwnPrice[], words: ActWords): Promise<boolean> {
  const before = ownPrices(accountId);
  const set = (to: readonly OwnPrice[]): Promise<Result<void>> =>
    bridge.pricesSet({ accountId, rows: to.map(({ model, size, quality, amount }) => ({ model, size, quality, amount })) });
  return act(set(rows), words, () => set(before), () => set(rows));
}

async function act(done: Promise<Result<void>>, words: ActWords, undo: () => Promise<Result<void>>, redo: () => Promise<Result<void>>): Promise<boolean> {
  const answer = await done;
  if (!answer.ok) {
    notifyError(answer.error);
    return false;
  }
  const outcome = async (call: Promise<Result<void>>): Promise<Outcome> => {
    const again = await call;
    return again.ok ? 'done' : again.error;
  };
  didAct({ ...words, undo: () => outcome(undo()), redo: () => outcome(redo()) });
  return true;
}
