import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listBackups } from '../../../electron/database/backup/backups.ts';
import { buildDatabase } from '../../../electron/app/build-database.ts';
import { wordsFor } from '../../../shared/words/index.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-life-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** A session of ten seconds, and of what a backup takes that begins by then: so many are there at its end. */
async function session(count: number): Promise<void> {
  const clock = createFakeClock();
  const { repository, views, backups, marksCopies } = await buildDatabase(
    { userData: home, built: () => databaseWorkerFile, words: wordsFor('en'), clock, log: { info: () => undefined, warn: () => undefined, error: () => undefined } },
    { libraries: () => [path.join(home, 'Latent')], keyOrigins: {}, noticeBoard: { put: () => undefined } },
  );
  await clock.advance(10_000);
  if (count === 0) await setTimeout(700);
  await expect.poll(() => listBackups(path.join(home, 'backups')).length, { timeout: 30_000 }).toBe(count);
  await Promise.all([backups.close(), marksCopies.close()]);
  await Promise.all([views.close(), repository.close()]);
}

it('makes its first backup ten seconds after the start, but none of an empty database', async () => {
  await session(0);
  await session(1);
});
