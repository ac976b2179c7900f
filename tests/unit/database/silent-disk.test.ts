import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalSizes } from '../../../electron/core/library/library-journal.ts';
import { makeBackup } from '../../../electron/database/backup/backups.ts';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { openOrRecover, type Opened } from '../../../electron/database/recovery/recover.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createHistoryRig, everything, type HistoryRig } from '../../support/history-rig.ts';
import { testAccount } from '../../support/open-test-database.ts';

/** Library folders whose disk never answers, in this thread. */
const silent = new Set<string>();
const answered = new Set<string>();
vi.mock(import('../../../electron/core/library/library-journal.ts'), async (original) => {
  const real = await original();
  const journalSizes = (root: string): Promise<JournalSizes> =>
    silent.has(root) ? new Promise(() => undefined) : real.journalSizes(root).finally(() => answered.add(root));
  return { ...real, journalSizes };
});

let rig: HistoryRig;
/** An earlier library folder. */
let former: string;
beforeEach(async () => {
  rig = await createHistoryRig();
  former = path.join(rig.home, 'Former');
  Object.assign(rig.safety, { libraries: [rig.library, former] });
  silent.add(former);
  answered.clear();
  return () => rig.remove();
});

/** A history with one picture, closed. */
async function makeHistory(): Promise<Awaited<ReturnType<typeof everything>>> {
  const database = await rig.open();
  await database.saveAccount(testAccount);
  await rig.keep(database, 1);
  const before = await everything(database);
  await database.close();
  return before;
}

const loseRow = (): void => {
  const db = new DatabaseSync(rig.file);
  db.exec('DELETE FROM images');
  db.close();
};

/** Opens the history on a fake clock. Settles after so many milliseconds, and not before. */
async function openedAfter(milliseconds: number): Promise<Opened> {
  const clock = createFakeClock();
  let isOver = false;
  const opening = openOrRecover(rig.file, rig.safety, (message) => rig.reports.push(message), clock).finally(() => (isOver = true));
  opening.catch(() => undefined);
  await expect.poll(() => clock.waiting() === 1 && answered.has(rig.library)).toBe(true);
  await clock.advance(milliseconds - 1);
  expect(isOver).toBe(false);
  await clock.advance(1);
  return opening;
}

describe('if the disk of a library folder never answers', () => {
  it.skipIf(process.platform === 'win32')('a sound history is opened, compared with the other folders, written and closed', async () => {
    const before = await makeHistory();
    loseRow();
    const pipe = path.join(former, '.latent');
    await mkdir(former);
    execFileSync('mkfifo', [pipe]);
    const workerFile = path.resolve(import.meta.dirname, '../../support/silent-disk-worker.cjs');
    const database = await openDatabase({ file: rig.file, workerFile, safety: rig.safety, report: (message) => rig.reports.push(message) });
    expect(rig.reports).toEqual([`The journal in ${former} was not compared with the history: its disk does not answer`]);
    expect(await everything(database)).toEqual(before);
    await rig.keep(database, 2);
    const closing = database.close();
    await expect.poll(() => existsSync(`${rig.file}-wal`), { timeout: 10_000 }).toBe(false);
    // The thread ends when the call to the disk does.
    await (await open(pipe, 'r+')).close();
    await closing;
  });

  it.each([
    ['no backup', () => Promise.resolve()],
    ['a backup', () => Promise.resolve(makeBackup(rig.file, rig.safety.backups, Date.now()))],
  ])('a lost history with %s is not rebuilt without that folder, which the error names', async (_with, prepare) => {
    await makeHistory();
    await prepare();
    await rm(rig.file);
    await expect(openedAfter(30_000)).rejects.toMatchObject({ appError: { code: 'database-failed', detail: `library folder does not answer: ${former}` } });
    expect(existsSync(rig.file)).toBe(false);
  });
});
