import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBackups, type Backups } from '../../../../electron/database/backup/backup-schedule.ts';
import { backupFile, backupTime, listBackups } from '../../../../electron/database/backup/backups.ts';
import type { Database } from '../../../../electron/database/client/database-contract.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let rig: HistoryRig;
let database: Database;
let clock: FakeClock;
let backups: Backups;
let reports: string[];

function begin({ isNew = true } = {}): void {
  backups = createBackups({ file: rig.file, folder: rig.safety.backups, workerFile: databaseWorkerFile, clock, report: (message) => reports.push(message) });
  backups.start(isNew);
}

const times = (): readonly number[] => listBackups(rig.safety.backups).map(backupTime);

/** Waits for the thread that makes a backup. */
const copies = (count: number): Promise<void> => expect.poll(() => times().length, { timeout: 30_000 }).toBe(count);

/** Waits as long as a backup would take, if one were made. */
const noMore = async (count: number): Promise<void> => {
  await setTimeout(700);
  expect(times()).toHaveLength(count);
};

beforeEach(async () => {
  rig = await createHistoryRig();
  database = await rig.open();
  clock = createFakeClock();
  reports = [];
  begin();
  return async () => {
    await backups.close();
    await database.close();
    await rig.remove();
  };
});

it('makes a backup soon after the first start, then one a day, and keeps three', async () => {
  await clock.advance(minute);
  await copies(1);
  await clock.advance(day / 2);
  await noMore(1);
  for (const count of [2, 3, 3]) {
    const newest = times()[0];
    await clock.advance(day);
    // If the previous thread has not ended yet, the next look makes the backup.
    await expect.poll(() => clock.advance(30 * minute).then(() => times()[0]), { timeout: 30_000 }).not.toBe(newest);
    await copies(count);
  }
  expect(reports).toEqual([]);
});

it('makes none at a start if the last is less than a day old, and no more of them if the clock is set back', async () => {
  await clock.advance(minute);
  await copies(1);
  const [first] = times();
  await backups.close();
  begin();
  await clock.advance(minute);
  await noMore(1);
  clock.moveWall(-30 * day);
  expect(await backups.make()).toBe(true);
  expect(times()).toEqual([(first ?? 0) + 1, first]);
  await clock.advance(60 * minute);
  await noMore(2);
});

it('looks sooner if an existing history has none, or if the last is more than two days old', async () => {
  const startedAgain = async (later: number): Promise<void> => {
    await backups.close();
    clock.moveWall(later);
    begin({ isNew: false });
    await clock.advance(minute / 6);
  };
  await clock.advance(minute / 6);
  await noMore(0);
  await startedAgain(0);
  await copies(1);
  await startedAgain(1.5 * day);
  await noMore(1);
  await clock.advance(minute);
  await copies(2);
  await startedAgain(2 * day);
  await copies(3);
});

it('looks no sooner if the app quit during the last one', async () => {
  await backups.close();
  await mkdir(rig.safety.backups, { recursive: true });
  await writeFile(`${backupFile(rig.safety.backups, clock.now())}.part`, 'half');
  begin({ isNew: false });
  await clock.advance(minute - 1);
  await noMore(0);
  await clock.advance(1);
  await copies(1);
  expect(await readdir(rig.safety.backups)).toHaveLength(1);
});

it('makes the first one early after many pictures, and reports a failure', async () => {
  for (let change = 0; change < 9; change += 1) backups.changed();
  await noMore(0);
  backups.changed();
  await copies(1);
  await database.close();
  await rm(rig.file);
  expect(await backups.make()).toBe(false);
  expect(reports.join()).toMatch(/No backup was made/);
  expect(times()).toHaveLength(1);
});

it('continues after the system could not start its thread', async () => {
  await backups.close();
  // Starting a thread from such a URL throws.
  const workerFile = new URL('https://nowhere.test/');
  backups = createBackups({ file: rig.file, folder: rig.safety.backups, workerFile, clock, report: (message) => reports.push(message) });
  backups.start(true);
  expect(await backups.make()).toBe(false);
  expect(reports.join()).toMatch(/No backup was made/);
  workerFile.href = pathToFileURL(databaseWorkerFile).href;
  await expect.poll(() => backups.make()).toBe(true);
});

describe('many pictures', () => {
  const many = (): void => {
    for (let change = 0; change < 200; change += 1) backups.changed();
  };
  /** Waits until the thread has ended and the pause has begun, whose timer is the second one. */
  const rests = (): Promise<void> => expect.poll(clock.waiting, { timeout: 30_000 }).toBe(2);
  /** Makes a backup that takes this long by the fake clock. */
  const makeIn = async (time: number): Promise<void> => {
    many();
    clock.sleep(time);
    await rests();
  };

  it('cause a backup, but for at most a fiftieth of the time; later pictures wait for the end of the pause', async () => {
    await makeIn(1_000);
    await copies(1);
    many();
    await clock.advance(49_000);
    await noMore(1);
    await clock.advance(1_000);
    await copies(2);
  });

  it('wait three hours at most, no matter how long the last one took', async () => {
    await makeIn(10 * 60 * minute);
    many();
    await clock.advance(3 * 60 * minute - 1);
    await noMore(1);
    await clock.advance(1);
    await copies(2);
  });

  it('wait half an hour after a failed backup, and need not become as many again', async () => {
    await makeIn(1_000);
    await copies(1);
    await clock.advance(minute);
    await rename(rig.file, `${rig.file} away`);
    await makeIn(2 * minute);
    expect(reports.join()).toMatch(/No backup was made/);
    await rename(`${rig.file} away`, rig.file);
    await clock.advance(30 * minute - 1);
    await noMore(1);
    await clock.advance(1);
    await copies(2);
  });
});
