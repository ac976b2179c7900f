import type { AccountId } from '../../../shared/task.ts';
import type { Credentials } from '../service/outcomes.ts';

/** What the engine needs of accounts: where to send, and the key at the moment of sending. */
export interface Accounts {
  /** Null: the account has no usable key now (missing, unreadable, or refused by the service). */
  credentials(accountId: AccountId): Promise<Credentials | null>;
  /** The service refuses this key, as a test of it has shown: hold the account until the key is replaced. */
  keyRefused(accountId: AccountId, key: string): Promise<void>;
  /** Whether nothing is sent until the person says that sending goes on. False for an unknown account. */
  isSendingStopped(accountId: AccountId): boolean;
  /** Several submissions had no clear outcome: stops sending from the call on. Resolves when that is on the disk; rejects if the disk refuses. */
  stopSending(accountId: AccountId): Promise<void>;
}
