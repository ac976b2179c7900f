import type { Account } from '../../../shared/account.ts';
import { takeEnvironmentKey } from '../../core/accounts/environment-key.ts';
import type { Access } from './access.ts';

/** Taken out of the environment at the start, so that no thread and no process inherits it. */
const key = takeEnvironmentKey(process.env);

/**
 * Lends SERVICE_API_KEY to an account whose own key is missing or cannot be read, for as long as the engine runs. What is stored stays as it is: a key that the window
 * encrypted is read there again. Tasks that wait for the account's key are sent then, as they are when a keyring is unlocked.
 */
export async function lendEnvironmentKey(access: Pick<Access, 'call'>, { id, kind, key: own }: Account): Promise<void> {
  const needsOne = kind === 'service' && (own.status === 'missing' || own.status === 'unreadable');
  if (key !== null && needsOne) await access.call('programs:use-key', { accountId: id, key });
}

/** Adds an account for the key from the environment, which is kept for this run alone. Null: there is no such key. */
export async function addWithEnvironmentKey(access: Pick<Access, 'call'>, name: string, baseUrl: string): Promise<string | null> {
  return key === null ? null : (await access.call('accounts:add', { name, baseUrl, key, keeping: 'session' })).accountId;
}
