import type { AccountId } from '../../../shared/task.ts';

export interface Credentials {
  /** Without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
}

/** What the engine needs of accounts: where to send, and the key at the moment of sending. */
export interface Accounts {
  /** Null: the account has no usable key now (missing, unreadable, or refused by the service). */
  credentials(accountId: AccountId): Promise<Credentials | null>;
  /** The service answered 401 or 403 to this key: hold the account until the key is replaced. */
  keyRefused(accountId: AccountId, key: string): Promise<void>;
}
