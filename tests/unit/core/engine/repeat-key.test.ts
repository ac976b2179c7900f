import { expect, it } from 'vitest';
import { isMadeFor, newRepeatKey } from '../../../../electron/core/engine/submission/repeat-key.ts';
import { practiceAccountId } from '../../../../shared/account.ts';

const account = 'account-1';
const credentials = { baseUrl: 'https://service.test', key: 'sk-1234567890' };

it('is a UUID, and another one each time', () => {
  const keys = Array.from({ length: 1000 }, () => newRepeatKey(account, credentials));
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(keys).size).toBe(1000);
});

it('fits only the address and the key that it was made for', () => {
  const key = newRepeatKey(account, credentials);
  expect(isMadeFor(key, account, credentials)).toBe(true);
  // The chance that another fits is one in a million.
  expect(isMadeFor(key, account, { ...credentials, key: 'sk-1234567891' })).toBe(false);
  expect(isMadeFor(key, account, { ...credentials, baseUrl: 'https://other.test' })).toBe(false);
  expect(isMadeFor('', account, credentials)).toBe(false);
});

it('fits the practice service at each start, although its address and key are others', () => {
  const key = newRepeatKey(practiceAccountId, credentials);
  expect(isMadeFor(key, practiceAccountId, { baseUrl: 'http://127.0.0.1:1', key: 'practice-2' })).toBe(true);
});
