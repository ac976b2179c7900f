import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import { openDatabase } from '../../../../electron/database/client/open-database.ts';
import { testAccount } from '../../../support/open-test-database.ts';

const workerFile = path.resolve(import.meta.dirname, '../../../support/dying-worker.cjs');

/** Starts the next thread at once, no matter how often one has failed. */
const impatient = { ...createSystemClock(), after: (_delay: number, run: () => void) => createSystemClock().after(0, run) };

it('a thread that replaces a dead one does not create a missing database, and opens it once it is back', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-missing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'latent.db');
  const failures: string[] = [];
  const restarted = Promise.withResolvers<void>();
  const database = await openDatabase({ file, workerFile, watch: { stopped: ({ message }) => failures.push(message), restarted: restarted.resolve }, clock: impatient });
  onTestFinished(() => database.close());
  await database.saveAccount(testAccount);
  await rename(file, `${file}.elsewhere`);
  await writeFile(`${file}.deaths`, '1');
  while (failures.length === 0) await database.accounts().catch(() => undefined);
  await expect.poll(() => failures.at(-1)).toContain(`missing: ${file}`);
  await expect(database.accounts()).rejects.toThrow(/missing/);
  expect(existsSync(file)).toBe(false);
  await rename(`${file}.elsewhere`, file);
  await restarted.promise;
  expect(await database.accounts()).toEqual([testAccount]);
});
