import { expect, it } from 'vitest';
import { createAccountKeys } from '../../../../electron/core/engine/account-keys.ts';
import { createFakeAccounts, createFakeClient } from '../../../support/engine-fakes.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const credentials = { baseUrl: 'https://service.test', key: 'key-1' };

it('a refused key stays refused until the account is ready, whatever the disk and later tests say', async () => {
  const clock = createFakeClock();
  const client = createFakeClient(() => clock);
  const accounts = { ...createFakeAccounts(), credentials: () => Promise.resolve(credentials), keyRefused: () => Promise.reject(new Error('full')) };
  const keys = createAccountKeys({ clock, client, accounts, repository: { accounts: () => Promise.resolve([]) } });
  client.onTest = () => ({ outcome: 'key-refused', httpStatus: 401 });
  expect(await keys.isRefused('a', credentials)).toBe(true);
  expect(await keys.usable('a')).toBeNull();
  // A request that began with this key is answered late, and the service cannot be reached.
  clock.sleep(3_600_000);
  client.onTest = () => ({ outcome: 'unreachable', detail: 'ECONNREFUSED' });
  expect(await keys.isRefused('a', credentials)).toBe(true);
  expect(await keys.usable('a')).toBeNull();
  keys.ready('a');
  expect(await keys.usable('a')).toEqual(credentials);
});
