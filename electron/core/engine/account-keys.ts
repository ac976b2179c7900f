import type { AccountId } from '../../../shared/task.ts';
import type { Accounts, Credentials } from '../accounts/credentials.ts';
import type { AccountStore } from '../accounts/account-store.ts';

/** The accounts as the engine uses them. A refused key is not used again until `ready`. */
export interface AccountKeys {
  /** Null: wait for `ready`. Rejects if the account's service has no address now, such as one that does not start. */
  usable(accountId: AccountId): Promise<Credentials | null>;
  refuse(accountId: AccountId, key: string): Promise<void>;
  ready(accountId: AccountId): void;
  /** The base URL, with or without a usable key; null for an unknown account. */
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
      // The key stays refused in this run even if the refusal cannot be stored.
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
