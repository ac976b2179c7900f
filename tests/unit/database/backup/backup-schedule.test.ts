import { mkdir, writeFile } from 'node:fs/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { createBackups, type Backups } from '../../../../electron/database/backup/backup-schedule.ts';
import { backupFile, backupTime, listBackups } from '../../../../electron/database/backup/backups.ts';
import type { RunningJob, runJob } from '../../../../electron/database/client/run-job.ts';
import type { JobAnswer } from '../../../../electron/database/client/thread-messages.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { createHistoryRig, type HistoryRig } from '../../../support/history-rig.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let rig: HistoryRig;
let clock: FakeClock;
let backups: Backups;
let reports: string[];
let made: number;
let isFull: boolean;

/** Writes an empty file instead of a backup. */
const startJob: typeof runJob = (_workerFile, job) => {
  const answered = (answer: JobAnswer): RunningJob => ({ answer: Promise.resolve(answer), ended: Promise.resolve(), terminate: () => Promise.resolve() });
  if (isFull || job.kind !== 'back-up') return answered({ kind: 'failed', error: { code: 'disk-full', detail: 'no room' } });
  mkdirSync(job.folder, { recursive: true });
  writeFileSync(backupFile(job.folder, job.now), '');
  return answered({ kind: 'done', faults: [] });
};

const create = (workerFile: string | URL, start?: typeof runJob): Backups =>
  createBackups({ file: rig.file, folder: rig.safety.backups, workerFile, clock, report: (message) => reports.push(message), made: () => (made += 1), ...(start && { startJob: start }) });

beforeEach(async () => {
  rig = await createHistoryRig();
  clock = createFakeClock();
  reports = [];
  made = 0;
  isFull = false;
  backups = create('', startJob);
  return async () => {
    await backups.close();
    await rig.remove();
  };
});

it('makes a backup half a minute after the first start, then one a day', async () => {
  backups.start();
  await clock.advance(minute / 2 - 1);
  expect(made).toBe(0);
  await clock.advance(1);
  expect(made).toBe(1);
  await clock.advance(day - 1);
  expect(made).toBe(1);
  await clock.advance(1);
  expect(made).toBe(2);
  await clock.advance(2 * day);
  expect(made).toBe(4);
  expect(reports).toEqual([]);
});

it('makes none at a start if the last is less than a day old, and no more of them if the clock is set back', async () => {
  await mkdir(rig.safety.backups, { recursive: true });
  await writeFile(backupFile(rig.safety.backups, clock.now() - day + 2 * minute), '');
  backups.start();
  await clock.advance(minute);
  expect(made).toBe(0);
  await clock.advance(30 * minute);
  expect(made).toBe(1);
  clock.moveWall(-30 * day);
  await clock.advance(day - 2 * minute);
  expect(made).toBe(1);
});

it('makes one before the day is over after many changes, at most every half hour', async () => {
  const change = (times: number): void => {
    for (let time = 0; time < times; time += 1) backups.changed();
  };
  backups.start();
  change(1_000);
  await clock.advance(minute);
  expect(made).toBe(1);
  change(199);
  await clock.advance(30 * minute);
  expect(made).toBe(1);
  change(1);
  await clock.advance(29 * minute);
  expect(made).toBe(1);
  await clock.advance(minute);
  expect(made).toBe(2);
  await clock.advance(60 * minute);
  expect(made).toBe(2);
});

it('reports a failure, and tries again half an hour later', async () => {
  backups.start();
  await clock.advance(minute);
  isFull = true;
  for (let time = 0; time < 200; time += 1) backups.changed();
  await clock.advance(30 * minute);
  expect(reports).toEqual([expect.stringMatching(/No backup was made: disk-full/)]);
  isFull = false;
  await clock.advance(30 * minute);
  expect(made).toBe(2);
});

it('makes one at once on request, in a thread, and not after it was closed', async () => {
  const database = await rig.open();
  await database.close();
  // Starting a thread from such a URL throws.
  const workerFile = new URL('https://nowhere.test/');
  const real = create(workerFile);
  expect(await real.make()).toBe(false);
  expect(reports.join()).toMatch(/No backup was made/);
  workerFile.href = pathToFileURL(databaseWorkerFile).href;
  expect(await Promise.all([real.make(), real.make()])).toEqual([true, true]);
  expect(listBackups(rig.safety.backups).map(backupTime)).toEqual([clock.now()]);
  await real.close();
  expect(await real.make()).toBe(false);
});
