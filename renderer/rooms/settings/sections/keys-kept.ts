import type { Account, KeyKeeping, KeyringState } from '../../../../shared/account.ts';

/** How all keys are kept. `mixed`: in different ways, or some cannot be read. `none`: there is no key, and nothing that could encrypt one. */
export type KeysKept = KeyKeeping | 'mixed' | 'none';

/** How the keys of these accounts are kept. Without a key, how one would be kept. */
export function keysKept(accounts: readonly Account[], keyring: KeyringState): KeysKept {
  const keys = accounts.filter(({ kind, removed, key }) => kind === 'service' && !removed && key.status !== 'missing').map(({ key }) => key);
  const ways = new Set(keys.map((key) => ('keeping' in key ? key.keeping : 'mixed')));
  const [way = keyring === 'available' ? 'protected' : 'none'] = ways;
  return ways.size > 1 ? 'mixed' : way;
}
