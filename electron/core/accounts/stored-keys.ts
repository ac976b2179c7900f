import type { AccountId } from '../../../shared/task.ts';

/** An account's key as it is stored. */
export interface StoredKey {
  readonly keeping: 'protected' | 'unprotected';
  /** The origin that the key was given for; it is never sent to another. */
  readonly origin: string;
  readonly lastFour: string;
  /** Base64 of the ciphertext (`protected`) or of the key itself (`unprotected`, by explicit choice). */
  readonly bytes: string;
  /** The service answered 401 or 403 to it. */
  readonly refused: boolean;
}

/** Where keys are stored: a small file, separate from settings and history. */
export interface KeyStore {
  read(accountId: AccountId): StoredKey | null;
  write(accountId: AccountId, key: StoredKey | null): void;
}
