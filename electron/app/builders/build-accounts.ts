import path from 'node:path';
import type { AccountId } from '../../../shared/task.ts';
import { openAccountBook } from '../../core/accounts/account-book.ts';
import { offerEnvironmentKey } from '../../core/accounts/environment-key.ts';
import { retryKeys } from '../../core/accounts/key-retry.ts';
import { createKeyVault } from '../../core/accounts/key-vault.ts';
import { errorFacts } from '../../core/log/log.ts';
import { accountsChange } from '../../ipc/app-handlers.ts';
import { createLazyPractice } from '../../practice/start-worker.ts';
import type { AppContext } from './app-context.ts';
import type { DatabaseParts } from './build-database.ts';
import type { Keys, NetworkParts } from './build-network.ts';

export interface AccountsInput extends Pick<DatabaseParts, 'repository'>, Pick<NetworkParts, 'secrets' | 'client'> {
  readonly keys: Keys;
  readonly environmentKey: string | null;
  /** Called when an account can be used again. */
  readonly ready: (accountId: AccountId) => void;
  /** Called when an account may spend more or less. */
  readonly optionsChanged: (accountId: AccountId) => void;
}

/** Accounts with their keys, the built-in practice service, and the key from the environment. */
export async function buildAccounts(context: AppContext, { repository, secrets, client, keys, ready, optionsChanged, ...input }: AccountsInput) {
  const { words, userData, built, stores, clock, log, redactor, changes } = context;
  const { viewState } = stores;
  const practice = createLazyPractice(built('practice-worker.cjs'), path.join(userData, 'practice.jsonl'), redactor.learnKey);
  if (input.environmentKey !== null) redactor.learnKey(input.environmentKey);

  const changed = (): void => {
    accountsChange({ accounts, environmentKey }).then(changes.publish, (error: unknown) => log.error('account', 'accounts could not be read', errorFacts(error)));
  };
  const accounts = await openAccountBook({
    repository,
    vault: createKeyVault(secrets, keys, redactor.learnKey),
    choices: {
      selected: () => viewState.get().selectedAccountId,
      select: (selectedAccountId) => viewState.set({ ...viewState.get(), selectedAccountId }),
      lastTests: () => viewState.get().lastTests,
      keepLastTests: (lastTests) => viewState.set({ ...viewState.get(), lastTests: { ...lastTests } }),
    },
    clock,
    client,
    practice: practice.credentials,
    practiceName: words('dialogs.practice-account'),
    log,
    changed,
    optionsChanged,
    ready,
  });
  const offerMemory = {
    settled: () => viewState.get().environmentKeyDeclined,
    settle: () => viewState.set({ ...viewState.get(), environmentKeyDeclined: true }),
  };
  const environmentKey = offerEnvironmentKey(input.environmentKey, offerMemory, changed);
  return { accounts, environmentKey, stopPractice: practice.stop, stopRetryingKeys: retryKeys(clock, accounts.readKeysAgain) };
}
