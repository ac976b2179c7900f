import type { AccountId } from '../../../shared/task.ts';
import type { Accounts, Credentials } from '../accounts/credentials.ts';
import type { AccountStore } from '../accounts/account-store.ts';

/** The accounts as the engine uses them: a key that was refused is not used again before somebody says that it is good. */
export interface AccountKeys {
  /** Null: wait for `ready`. Rejects when the account's service cannot even be named now. */
  usable(accountId: AccountId): Promise<Credentials | null>;
  refuse(accountId: AccountId, key: string): Promise<void>;
  ready(accountId: AccountId): void;
  /** Where the account's service is, with or without a usable key; null for an account that is not there. */
  baseUrl(accountId: AccountId): Promise<string | null>;
}

export function createAccountKeys(accounts: Accounts, repository: AccountStore): AccountKeys {
  const refused = new Map<AccountId, string>();

  return {
    async usable(accountId) {
      const credentials = await accounts.credentials(accountId);
      return credentials === null || refused.get(accountId) === credentials.key ? null : credentials;
    },
    async refuse(accountId, key) {
      refused.set(accountId, key);
      // The hold stands even where the refusal could not be put on record.
      await accounts.keyRefused(accountId, key).catch(() => undefined);
    },
    ready(accountId) {
      refused.delete(accountId);
    },
    async baseUrl(accountId) {
      const credentials = await accounts.credentials(accountId);
      if (credentials !== null) return credentials.baseUrl;
      return (await repository.accounts()).find(({ id }) => id === accountId)?.baseUrl ?? null;
    },
  };
}
