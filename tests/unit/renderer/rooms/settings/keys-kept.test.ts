import { expect, test } from 'vitest';
import { keysKept } from '../../../../../renderer/rooms/settings/sections/keys-kept.ts';
import { noConsoles, noOptions, type Account, type KeyKeeping, type KeyState } from '../../../../../shared/account.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';

const kept = (keeping: KeyKeeping): KeyState => ({ status: 'present', keeping, lastFour: '' });
const account = (key: KeyState, more: Partial<Account> = {}): Account => ({ id: 'a', kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key, removed: false, consoles: noConsoles, options: noOptions, sendingStopped: false, ...more });

test.each([
  ['no account', [], 'available', /encrypted by/],
  ['no account and no keyring', [], 'unavailable', /you choose how/],
  ['practice alone', [account(kept('session'), { kind: 'practice' })], 'available', /encrypted by/],
  ['protected', [account(kept('protected'))], 'available', /encrypted by/],
  ['for the session', [account(kept('session'))], 'unavailable', /this session only/],
  ['unprotected', [account(kept('unprotected'))], 'unavailable', /without encryption/],
  ['unprotected although there is a keyring by now', [account(kept('unprotected'))], 'available', /without encryption/],
  ['refused and unprotected', [account({ status: 'refused', keeping: 'unprotected', lastFour: '' })], 'unavailable', /without encryption/],
  ['two ways', [account(kept('protected')), account(kept('session'))], 'available', /Accounts shows/],
  ['unreadable', [account({ status: 'unreadable' })], 'available', /Accounts shows/],
  ['removed', [account({ status: 'missing' }, { removed: true })], 'unavailable', /you choose how/],
] as const)('About says how keys are kept: %s', (_, accounts, keyring, words) => {
  const said = wordsFor('en')('settings.promise.key', { keeping: keysKept(accounts, keyring) });
  expect(said).toMatch(words);
  if (!/encrypted by/.test(words.source)) expect(said).not.toMatch(/It is encrypted/);
});
