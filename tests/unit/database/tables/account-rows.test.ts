import { expect, test } from 'vitest';
import { openTestDatabase, testAccount } from '../../../support/open-test-database.ts';

test('an account keeps its consoles and its removal across a restart, and is no longer removed once it is restored', async () => {
  const own = await openTestDatabase();
  const id = '3f5b0c1d-2e3f-4f0f-9a53-0b6c4a5258a1';
  const account = { ...testAccount, id, createdAt: testAccount.createdAt + 1, consoles: { key: null, billing: 'https://example.com/billing' } };
  await own.repository.saveAccount({ ...account, removedAt: 1_700_000_000_001 });
  const again = await own.reopen();
  expect(await again.repository.accounts()).toEqual([testAccount, { ...account, removedAt: 1_700_000_000_001 }]);
  await again.repository.saveAccount(account);
  expect(await again.repository.accounts()).toEqual([testAccount, account]);
  await again.remove();
});
