import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Safety } from '../../electron/database/client/database-contract.ts';
import { makeBackup } from '../../electron/database/backup/backups.ts';
import { openDatabase } from '../../electron/database/client/open-database.ts';
import { findFaults } from '../../electron/database/schema/integrity.ts';
import { openConnection } from '../../electron/database/schema/connection.ts';
import type { TaskEngine } from '../../electron/core/engine/task-engine.ts';
import { remoteIdOf, type TaskId } from '../../shared/task.ts';
import { AppFailure } from '../../shared/errors.ts';
import { sha256 } from '../support/bytes.ts';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { testAccount } from '../support/open-test-database.ts';
import { paddedPng } from '../support/sample-pictures.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { damageDatabase } from './damage.ts';
import { startEngineHere, type EngineHere } from './engine-here.ts';
import type { Family, Tally } from './tally.ts';
import { createFastClock } from './wired-engine.ts';

const picturesBefore = 6;
const picturesAfter = 4;
/** Tasks accepted before and after the backup that are still processing. */
const idsBefore = 2;
const idsAfter = 4;

/** What the service was paid for. */
interface Paid {
  /** The sha256 of every picture. */
  readonly pictures: ReadonlySet<string>;
  /** The service's ids of the tasks that have not ended. */
  readonly ids: ReadonlySet<string>;
}

/**
 * The database, and sometimes its backups, have flipped bytes, are cut short, or are gone. The app must open a sound history with every picture of the
 * library and every accepted id, and leave every file in its place.
 */
export const databaseDamage: Family = async ({ rounds, dice, tally, log }) => {
  const models = await mkdtemp(path.join(tmpdir(), 'latent-torture-models-'));
  try {
    const paid = await makeModels(models);
    for (let round = 0; round < rounds; round += 1) {
      const folder = await mkdtemp(path.join(tmpdir(), 'latent-torture-damage-'));
      const model = dice.pick(['closed', 'killed']);
      await cp(path.join(models, model), folder, { recursive: true });
      const damage = await damageDatabase(folder, path.join(folder, 'backups'), dice);
      tally.add('damages');
      const name = `database-damage ${round} (${model}: ${damage})`;
      log(`${name}: ${await openAndCheck(folder, paid, name, tally)}`);
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await rm(models, { recursive: true, force: true });
  }
};

/**
 * Makes two folders with the same history, some of it newer than the backup: `closed`, as the app leaves it when it ends, and `killed`, with the
 * write-ahead log.
 */
async function makeModels(models: string): Promise<Paid> {
  const service = await startScriptedService({ key: 'torture-key-0123456789' });
  const here = await startEngineHere({ service, clock: createFastClock(30) });
  try {
    const pictures = Array.from({ length: picturesBefore + picturesAfter }, (_, number) => paddedPng(400 + number * 37));
    const ids = new Set<string>();
    for (const [number, bytes] of pictures.entries()) {
      if (number === picturesBefore) {
        for (let each = 0; each < idsBefore; each += 1) ids.add(await submitOpen(here, service, `open before ${each}`));
        makeBackup(path.join(here.folder, 'latent.db'), path.join(here.folder, 'backups'), Date.now());
      }
      await service.script(`picture ${number}`, { processing: 0, images: [{ base64: bytes.toString('base64') }] });
      await submitAndWait(here, `picture ${number}`);
    }
    for (let each = 0; each < idsAfter; each += 1) ids.add(await submitOpen(here, service, `open after ${each}`));
    // Compares only what was promised when the id was accepted. Later queries may be lost.
    await here.engine.close();
    await cp(here.folder, path.join(models, 'killed'), { recursive: true });
    await here.database.close();
    await cp(here.folder, path.join(models, 'closed'), { recursive: true });
    return { pictures: new Set(pictures.map((bytes) => sha256(bytes))), ids };
  } finally {
    await here.close();
    await service.stop();
  }
}

async function submitAndWait({ engine, database }: EngineHere, prompt: string): Promise<void> {
  const id = await submit(engine, prompt);
  while ((await database.unfinishedTasks()).some(({ task }) => task.id === id)) await sleep(10);
}

/** Submits a task that keeps processing. Resolves to the service's id once it is committed. */
async function submitOpen({ engine, database }: EngineHere, service: ScriptedService, prompt: string): Promise<string> {
  await service.script(prompt, { processing: 1_000_000 });
  const id = await submit(engine, prompt);
  for (;;) {
    const entry = await database.task(id);
    const remoteId = entry && remoteIdOf(entry.task);
    if (remoteId !== null) return remoteId;
    await sleep(10);
  }
}

async function submit(engine: TaskEngine, prompt: string): Promise<TaskId> {
  const id = randomUUID();
  await engine.submit([{ id, accountId: testAccount.id, request: { model: 'm', prompt, size: '', quality: '' }, retryOf: null }]);
  return id;
}

/** Opens what is left, as the app does. Returns the outcome in words. */
async function openAndCheck(folder: string, paid: Paid, name: string, tally: Tally): Promise<string> {
  const library = path.join(folder, 'library');
  const safety: Safety = {
    backups: path.join(folder, 'backups'),
    thumbnails: path.join(folder, 'thumbnails'),
    quarantine: path.join(folder, 'quarantine'),
    marksFile: 'marks-000000000000.jsonl',
    libraries: [library],
    accounts: [testAccount],
    owner: testAccount,
  };
  await mkdir(safety.backups, { recursive: true });
  let outcome: string;
  try {
    const database = await openDatabase({ file: path.join(folder, 'latent.db'), workerFile: databaseWorkerFile, safety });
    outcome = database.recovery === null ? 'opened' : `restored from ${database.recovery.from}`;
    if (database.recovery !== null) tally.add('restores');
    try {
      await checkHistory(database, paid, name, tally);
    } finally {
      await database.close();
    }
    const db = openConnection(path.join(folder, 'latent.db'));
    for (const fault of findFaults(db)) tally.fail('unsoundDatabases', `${name}: ${fault}`);
    db.close();
  } catch (error) {
    outcome = error instanceof AppFailure ? error.message : String(error);
    tally.fail(outcome.endsWith(': newer-schema') ? 'refusals' : 'failedLaunches', `${name}: ${outcome}`);
  }
  const onDisk = await hashesBelow(library);
  for (const hash of paid.pictures) if (!onDisk.has(hash)) tally.fail('picturesLost', `${name}: the file ${hash} is gone`);
  return outcome;
}

async function checkHistory(database: Database, { pictures, ids }: Paid, name: string, tally: Tally): Promise<void> {
  const { tasks } = await database.page({ statuses: [], before: null, limit: 200 });
  const rows = tasks.flatMap(({ images }) => images.flatMap(({ state }) => (state.status === 'kept' ? [state.file.sha256] : [])));
  for (const hash of pictures) if (!rows.includes(hash)) tally.fail('picturesLost', `${name}: ${hash} has no row`);
  const known = new Set(tasks.map(({ task }) => remoteIdOf(task)));
  for (const id of ids) if (!known.has(id)) tally.fail('lostIds', `${name}: the id ${id} is gone`);
  for (const { task } of tasks) {
    if (task.state.status === 'queued' || task.state.status === 'submitting') tally.fail('duplicatePosts', `${name}: ${task.id} would be sent again`);
  }
}

async function hashesBelow(library: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(library, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.png'));
  const hashes = await Promise.all(
    files.map(async (file) => sha256(await readFile(path.join(file.parentPath, file.name)))),
  );
  return new Set(hashes);
}
