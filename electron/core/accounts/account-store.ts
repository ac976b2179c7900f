import type { AccountOptions, Consoles } from '../../../shared/account.ts';
import type { AccountId, EpochMs } from '../../../shared/task.ts';

export interface StoredAccount {
  readonly id: AccountId;
  readonly kind: 'practice' | 'service';
  readonly name: string;
  readonly baseUrl: string;
  readonly createdAt: EpochMs;
  /** Absent: none. */
  readonly consoles?: Consoles;
  /** Absent: `noOptions`. */
  readonly options?: AccountOptions;
  /** Present: the person removed the account. Its row stays, because tasks and pictures refer to it. */
  readonly removedAt?: EpochMs;
  /** Present: several submissions in a row had no clear outcome, and the person has not said since that sending goes on. */
  readonly sendingStoppedAt?: EpochMs;
}

export interface AccountStore {
  /** Oldest first, including removed accounts. */
  accounts(): Promise<readonly StoredAccount[]>;
  saveAccount(account: StoredAccount): Promise<void>;
}
