import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listBackups } from '../../../electron/database/backup/backups.ts';
import { composeDatabase } from '../../../electron/compose/start-early.ts';
import type { AppLog } from '../../../electron/core/log/app-log.ts';
import { earlyWordsFor } from '../../../shared/words/early-words.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

it('makes a first backup half a minute after the start', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-life-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const clock = createFakeClock();
  const { repository, views, backups, marksCopies } = await composeDatabase(
    { earlyWords: earlyWordsFor('en'), userData: home, built: () => databaseWorkerFile, clock, appLog: { log: { info: () => undefined, warn: () => undefined, error: () => undefined } } as unknown as AppLog },
    { libraries: () => [path.join(home, 'Latent')], keyOrigins: {}, noticeBoard: { put: () => undefined }, served: Promise.resolve() },
  );
  await clock.advance(30_000);
  await expect.poll(() => listBackups(path.join(home, 'backups')).length, { timeout: 30_000 }).toBe(1);
  await Promise.all([backups.close(), marksCopies.close()]);
  await Promise.all([views.close(), repository.close()]);
});
