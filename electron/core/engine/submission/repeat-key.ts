import { createHmac, randomBytes } from 'node:crypto';
import { isFree } from '../../../../shared/account.ts';
import type { AccountId } from '../../../../shared/task.ts';
import type { Credentials } from '../../service/outcomes.ts';

/** Characters of a UUID that say which credentials it was made for, of 32. So few that nobody can check guesses of a key against them. */
const marked = 5;

/**
 * A new `Idempotency-Key`: a UUID (version 8), which every service takes. Services remember it for the account of theirs that it came from. Another
 * account of the same service would accept it as new and charge again. So its last characters follow from the address and the key of the account, and a
 * repetition with other credentials can be told (`isMadeFor`). The rest is random.
 */
export function newRepeatKey(accountId: AccountId, credentials: Credentials): string {
  const random = randomBytes(16).toString('hex').slice(marked);
  const begin = `${random.slice(0, 12)}8${random.slice(13, 16)}${'89ab'[Number.parseInt(random.charAt(16), 16) % 4]}${random.slice(17)}`;
  return `${begin}${markOf(begin, accountId, credentials)}`.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the key was made for this address and key, so that the service finds what it was first sent with. */
export function isMadeFor(repeatKey: string, accountId: AccountId, credentials: Credentials): boolean {
  const digits = repeatKey.replaceAll('-', '');
  return digits.length === 32 && digits.slice(-marked) === markOf(digits.slice(0, -marked), accountId, credentials);
}

/** The practice service is the same one at each start, with another address and key. */
function markOf(begin: string, accountId: AccountId, { baseUrl, key }: Credentials): string {
  return createHmac('sha256', isFree(accountId) ? accountId : `${baseUrl} ${key}`).update(begin).digest('hex').slice(0, marked);
}
