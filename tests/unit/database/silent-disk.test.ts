import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalSizes } from '../../../electron/core/library/library-journal.ts';
import { makeBackup } from '../../../electron/database/backup/backups.ts';
import type { Compared } from '../../../electron/database/recovery/compared-note.ts';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { openOrRecover, type Opened } from '../../../electron/database/recovery/recover.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createHistoryRig, everything, type HistoryRig } from '../../support/history-rig.ts';
import { testAccount } from '../../support/open-test-database.ts';

/** Folders of a disk that never answers, in this thread. */
const silent = new Set<string>();
const answered = new Set<string>();
vi.mock(import('../../../electron/core/library/library-journal.ts'), async (original) => {
  const real = await original();
  const journalSizes = (root: string): Promise<JournalSizes> =>
    silent.has(root) ? new Promise(() => undefined) : real.journalSizes(root).finally(() => answered.add(root));
  return { ...real, journalSizes };
});

let rig: HistoryRig;
/** A library folder of earlier days. */
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

/** Makes the history so long that only what is new is compared, and says in its note what was known before. */
async function makeLong(compared: Compared): Promise<void> {
  const db = new DatabaseSync(rig.file);
  db.exec('CREATE TABLE filler (bytes); INSERT INTO filler VALUES (zeroblob(9000000)); DROP TABLE filler');
  db.close();
  const { size, mtimeMs } = await stat(rig.file);
  await writeFile(`${rig.file}.compared`, JSON.stringify({ bytes: size, modified: mtimeMs, compared }));
}

const loseRow = (): void => {
  const db = new DatabaseSync(rig.file);
  db.exec('DELETE FROM images');
  db.close();
};

/** Opens it by a clock that stands still: after so many milliseconds it is open or refused, and not before. */
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

describe('beside a library folder whose disk never answers', () => {
  it.skipIf(process.platform === 'win32')('a sound history is opened, compared with the others, written and closed, while its thread has a call that nothing ends', async () => {
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
    await expect.poll(() => existsSync(`${rig.file}.compared`), { timeout: 10_000 }).toBe(true);
    // The thread itself ends with its call.
    await (await open(pipe, 'r+')).close();
    await closing;
  });

  it('it is known of that folder what was known before', async () => {
    await makeHistory();
    const known = { '2024-01.jsonl': 77 };
    await makeLong({ [former]: known });
    const { db, compared, recovery } = await openedAfter(3_000);
    db.close();
    expect(recovery).toBeNull();
    expect(compared).toEqual({ [rig.library]: { '2025-09.jsonl': expect.any(Number) as number }, [former]: known });
  });

  it.each([
    ['no backup', () => Promise.resolve()],
    ['a backup', () => Promise.resolve(makeBackup(rig.file, rig.safety.backups, Date.now()))],
  ])('a history that is gone is refused and the folder named, with %s: what were left out might never be looked for again', async (_with, prepare) => {
    await makeHistory();
    await prepare();
    await rm(rig.file);
    await expect(openedAfter(30_000)).rejects.toMatchObject({ appError: { code: 'database-failed', detail: `library folder does not answer: ${former}` } });
    expect(existsSync(rig.file)).toBe(false);
  });
});
