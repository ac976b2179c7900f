import { expect, it } from 'vitest';
import { accountHandlers } from '../../../electron/handlers/account-handlers.ts';
import type { HandlerServices } from '../../../electron/handlers/handler-services.ts';
import { offerEnvironmentKey } from '../../../electron/core/accounts/environment-key.ts';

it('tests the key and address that would be kept, and none that would be refused', async () => {
  const tested: unknown[] = [];
  const client = { test: (credentials: unknown) => Promise.resolve((tested.push(credentials), { outcome: 'accepted' })) };
  const { 'accounts:test-new': test } = accountHandlers({ client } as unknown as HandlerServices);
  await test({ baseUrl: 'api.example.com/v1/tasks', key: 'Bearer sk-\u200b12345678' });
  await expect(test({ baseUrl: 'https://api.example.com', key: 'sk-****5678' })).rejects.toThrow('key-masked');
  await expect(test({ baseUrl: 'http://api.example.com', key: 'sk-12345678' })).rejects.toThrow('address-not-https');
  expect(tested).toEqual([{ baseUrl: 'https://api.example.com', key: 'sk-12345678' }]);
});

it('refuses a key from the environment that cannot be kept, before it asks the person anything', async () => {
  const asked: unknown[] = [];
  const desktop = { confirmKeyAddress: (origin: string) => Promise.resolve(asked.push(origin) > 0) };
  const environmentKey = offerEnvironmentKey('sk–12345678', { isAnswered: () => false, answered: () => undefined }, () => undefined);
  const { 'accounts:keep-environment-key': keep } = accountHandlers({ desktop, environmentKey } as unknown as HandlerServices);
  await expect(keep({ name: 'Studio', baseUrl: 'https://api.example.com', keeping: 'session' })).rejects.toThrow('key-dashes');
  expect(asked).toEqual([]);
});

it('notes a test of the same key and address with the account that is then added', async () => {
  const noted: unknown[] = [];
  const accounts = { add: () => Promise.resolve('new'), noteTest: (id: string, { test }: { test: unknown }) => noted.push([id, test]) };
  const failure = { outcome: 'key-refused', httpStatus: 401 };
  const client = { test: () => Promise.resolve(failure) };
  const accountTasks = { resume: () => Promise.resolve() };
  const { 'accounts:test-new': test, 'accounts:add': add } = accountHandlers({ accounts, client, accountTasks } as unknown as HandlerServices);
  const tried = { baseUrl: 'https://api.example.com/v1', key: 'sk-12345678' };
  const added = { name: 'Studio', keeping: 'session', select: false } as const;
  await test(tried);
  await add({ ...added, ...tried });
  await add({ ...added, ...tried });
  await test(tried);
  await add({ ...added, ...tried, key: 'sk-87654321' });
  expect(noted).toEqual([['new', failure]]);
});
