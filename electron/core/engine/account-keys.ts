import type { AccountId } from '../../../shared/task.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Credentials, ServiceClient } from '../service/outcomes.ts';
import type { Clock } from '../util/clock.ts';

/** The accounts as the engine uses them. A refused key is not used again until `ready`. */
export interface AccountKeys {
  /**
   * Null: wait for `ready`. While a test of the key is under way, waits for its result. Rejects if the account's service has no address now, such as one
   * that does not start.
   */
  usable(accountId: AccountId): Promise<Credentials | null>;
  /**
   * The service answered 401 or 403, which may be about this key or only about one task. Resolves to whether a test of the key fails too: then the key
   * is marked as refused. Never rejects.
   */
  isRefused(accountId: AccountId, credentials: Credentials): Promise<boolean>;
  ready(accountId: AccountId): void;
  /** The app quits: a test under way is not waited for any longer, and says nothing. */
  close(): void;
  /** The base URL, with or without a usable key; null for an unknown account. */
  baseUrl(accountId: AccountId): Promise<string | null>;
}

export interface AccountKeysDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly accounts: Accounts;
  readonly repository: Pick<AccountStore, 'accounts'>;
  readonly client: Pick<ServiceClient, 'test'>;
}

/** Milliseconds for which the result of a test that did not fail holds, so that a hundred old tasks that are not shown to a good key do not cause a hundred tests. */
const goodFor = 300_000;

interface KeyTest {
  readonly key: string;
  readonly refused: Promise<boolean>;
  /** Whether the test has ended, and the service refuses the key. */
  hasFailed: boolean;
  /** The monotonic time until which a test that did not fail need not be repeated. */
  until: number;
}

export function createAccountKeys({ clock, accounts, repository, client }: AccountKeysDeps): AccountKeys {
  /** The latest test of each account since its last `ready`. */
  const tests = new Map<AccountId, KeyTest>();
  const closed = Promise.withResolvers<false>();

  const test = async (accountId: AccountId, credentials: Credentials): Promise<boolean> => {
    const { outcome } = await client.test(credentials).catch(() => ({ outcome: 'unreachable' }));
    if (outcome !== 'key-refused') return false;
    // The key stays refused in this run even if the refusal cannot be stored.
    await accounts.keyRefused(accountId, credentials.key).catch(() => undefined);
    return true;
  };

  return {
    async usable(accountId) {
      await tests.get(accountId)?.refused;
      const credentials = await accounts.credentials(accountId);
      const known = tests.get(accountId);
      return credentials === null || (known?.key === credentials.key && known.hasFailed) ? null : credentials;
    },
    isRefused(accountId, credentials) {
      const { key } = credentials;
      const known = tests.get(accountId);
      if (known?.key === key && (known.hasFailed || clock.monotonic() < known.until)) return known.refused;
      const started: KeyTest = { key, refused: Promise.race([test(accountId, credentials), closed.promise]), hasFailed: false, until: Infinity };
      tests.set(accountId, started);
      void started.refused.then((hasFailed) => Object.assign(started, { hasFailed, until: clock.monotonic() + goodFor }));
      return started.refused;
    },
    ready: (accountId) => void tests.delete(accountId),
    close: () => closed.resolve(false),
    async baseUrl(accountId) {
      const credentials = await accounts.credentials(accountId);
      if (credentials !== null) return credentials.baseUrl;
      return (await repository.accounts()).find(({ id }) => id === accountId)?.baseUrl ?? null;
    },
  };
}
