import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StoredAccount } from '../../electron/core/accounts/account-store.ts';
import type { Database } from '../../electron/database/client/database-contract.ts';
import { openDatabase } from '../../electron/database/client/open-database.ts';
import type { Page } from '../../electron/core/engine/task-store.ts';
import { databaseWorkerFile } from './built-threads.ts';

/** The account in a new test database, because tasks need one. */
export const testAccount: StoredAccount = {
  id: '0b6c4a52-58a1-4f0f-9a53-3f5b0c1d2e3f',
  kind: 'service',
  name: 'Test service',
  baseUrl: 'http://127.0.0.1:1',
  createdAt: 1_700_000_000_000,
};

/** All tasks of a test. */
export const wholePage: Page = { before: null, limit: 100_000 };

export interface TestDatabase {
  readonly repository: Database;
  readonly file: string;
  /** Folder of the file, removed at the end. */
  readonly folder: string;
  /** Closes and opens the same file again, as a restart does. */
  reopen(): Promise<TestDatabase>;
  /** Closes, and removes the folder. */
  remove(): Promise<void>;
}

/** A real database in a temporary folder, with `testAccount` in it. The test calls `remove`. */
export async function openTestDatabase(folder?: string): Promise<TestDatabase> {
  const home = folder ?? (await mkdtemp(path.join(tmpdir(), 'latent-database-')));
  const file = path.join(home, 'latent.db');
  const repository = await openDatabase({ file, workerFile: databaseWorkerFile });
  if ((await repository.accounts()).length === 0) await repository.saveAccount(testAccount);
  return {
    repository,
    file,
    folder: home,
    async reopen() {
      await repository.close();
      return openTestDatabase(home);
    },
    async remove() {
      await repository.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
