import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import type { SeededLibrary } from '../seed/seed-library.ts';
import { copyProfile } from './libraries.ts';
import type { DebuggedPage } from './page.ts';
import { benchAccount, benchAccountId, benchKey, putInFlight } from './tasks-in-flight.ts';

export interface ServiceProfile {
  readonly userData: string;
  readonly database: string;
  /** Where new pictures go; the seeded library is a former folder, in which nothing is written. */
  readonly library: string;
}

/** A person with a seeded library, an account with the service at `url` and tasks in flight there. The key is not there yet: `giveKey`. */
export async function createServiceProfile(seeded: SeededLibrary, folder: string, url: string, remoteIds: readonly string[]): Promise<ServiceProfile> {
  const [userData, library] = [path.join(folder, 'user-data'), path.join(folder, 'library')];
  await mkdir(library, { recursive: true });
  await copyProfile(seeded, userData);
  await change(path.join(userData, 'settings.json'), { libraryFolder: library });
  await change(path.join(userData, 'view-state.json'), { formerLibraryFolders: [seeded.library], selectedAccountId: benchAccountId });
  const file = path.join(userData, 'latent.db');
  const database = await openDatabase({ file, workerFile: databaseWorkerFile });
  await database.saveAccount(benchAccount(url));
  await putInFlight(database, remoteIds);
  await database.close();
  return { userData, database: file, library };
}

async function change(file: string, values: object): Promise<void> {
  await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), ...values }));
}

/** The key comes, and everything that waited for it begins. */
export async function giveKey(page: DebuggedPage): Promise<void> {
  await call(page, 'accountsReplaceKey', { accountId: benchAccountId, key: benchKey, keeping: 'session' });
}

/** Calls main as the page does. Answers the value; throws the error's code. */
export async function call(page: DebuggedPage, method: string, input: unknown): Promise<unknown> {
  const answer = (await page.evaluate(`window.api.${method}(${JSON.stringify(input)})`)) as { readonly ok: boolean; readonly value?: unknown; readonly error?: { readonly code: string } };
  if (!answer.ok) throw new Error(`${method}: ${answer.error?.code}`);
  return answer.value;
}
