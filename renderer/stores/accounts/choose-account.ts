import { mayNotWork } from '../../../shared/account.ts';
import type { AccountId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { appFacts } from '../app-store.ts';
import { ask } from '../../ui/dialogs/ask.ts';

/** Selects the account that sends from now on. Asks first if its last test failed. */
export function chooseAccount(accountId: AccountId): void {
  const account = appFacts().accounts.find(({ id }) => id === accountId);
  if (account && mayNotWork(account)) void ask('choose-account', { account });
  else void selectAccount(accountId);
}

export async function selectAccount(accountId: AccountId): Promise<void> {
  await notifyIfFailed(bridge.accountsSelect({ accountId }));
}
