import { expect, test } from 'vitest';
import { mayNotWork, noConsoles, noOptions, type Account, type AccountTest, type KeyState } from '../../../shared/account.ts';

const account: Account = { id: 'a', kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', key: { status: 'missing' }, removed: false, consoles: noConsoles, options: noOptions, sendingStopped: false };
const key = (status: 'present' | 'refused'): KeyState => ({ status, keeping: 'session', lastFour: '' });
const seen = { kind: 'web-page' } as const;

test.each<[AccountTest | null, KeyState, boolean]>([
  [null, key('present'), false],
  [null, key('refused'), true],
  [{ outcome: 'accepted' }, key('present'), false],
  [{ outcome: 'key-refused', httpStatus: 401 }, key('refused'), true],
  [{ outcome: 'unreachable', detail: 'ECONNREFUSED' }, key('present'), true],
  [{ outcome: 'unclear', httpStatus: 200, detail: '', seen }, key('present'), true],
])('a test that said %j with a key %j: asks before the account is used: %s', (said, state, asks) => {
  expect(mayNotWork({ ...account, key: state, ...(said && { lastTest: { test: said, at: 1 } }) })).toBe(asks);
});
