import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { StoredAccount } from '../../electron/core/accounts/account-store.ts';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import { libraryFileName, libraryFolders } from '../../electron/core/library/files/library-names.ts';
import { makeBackup } from '../../electron/database/backup/backups.ts';
import type { Database, Safety } from '../../electron/database/client/database-contract.ts';
import { openDatabase } from '../../electron/database/client/open-database.ts';
import type { BatchId } from '../../shared/task.ts';
import { noFacts, type ImageFile, type Task, type TaskWithImages } from '../../shared/task.ts';
import { makeAnswer, makeSources, makeTask, start } from '../unit/database/samples.ts';
import { databaseWorkerFile } from './built-threads.ts';
import { testAccount } from './open-test-database.ts';
import { paintPng } from './paint-png.ts';
import { sha256 } from './bytes.ts';

/** The account of pictures of which nothing is known. */
export const strayOwner: StoredAccount = { id: '00000000-0000-4000-8000-000000000001', kind: 'practice', name: 'Practice', baseUrl: 'http://127.0.0.1', createdAt: 1 };

/** The files of a history and its library, made as the app makes them, for a test to damage. */
export interface HistoryRig {
  readonly home: string;
  readonly file: string;
  readonly library: string;
  readonly safety: Safety;
  readonly reports: string[];
  open(): Promise<Database>;
  /** Completes a task with this many pictures: file, journal line and row. */
  keep(database: Database, number: number, pictures?: number, batchId?: BatchId): Promise<Task>;
  /** A task in progress whose picture came before the others, or beside an unknown status word: file and journal, but no row yet. */
  keepEarly(database: Database, index: number): Promise<Task>;
  /** A history of this many tasks with pictures, closed. Resolves to what it has. */
  make(tasks?: number, more?: (database: Database) => Promise<unknown>): Promise<Awaited<ReturnType<typeof everything>>>;
  /** Overwrites two pages of the database. */
  smash(): Promise<void>;
  /** Makes a backup and returns its file. */
  backUp(): string;
  /** Starts, reads everything, and ends. */
  reopened(): Promise<Reopened>;
  remove(): Promise<void>;
}

export interface Reopened {
  readonly found: Awaited<ReturnType<typeof everything>>;
  readonly recovery: Database['recovery'];
  readonly faults: readonly string[];
  readonly accounts: readonly StoredAccount[];
}

export async function createHistoryRig(): Promise<HistoryRig> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-history-'));
  const library = path.join(home, 'Latent');
  await mkdir(library);
  const file = path.join(home, 'user-data', 'latent.db');
  const journal = createLibraryJournal();
  const safety: Safety = {
    backups: path.join(home, 'user-data', 'backups'),
    thumbnails: path.join(home, 'user-data', 'thumbnails'),
    quarantine: path.join(home, 'user-data', 'quarantine'),
    libraries: [library],
    marksFile: 'marks-000000000000.jsonl',
    accounts: [],
    owner: strayOwner,
  };
  const reports: string[] = [];
  const open = (): Promise<Database> => openDatabase({ file, workerFile: databaseWorkerFile, safety, report: (message) => reports.push(message) });

  const rig: HistoryRig = {
    home,
    file,
    library,
    safety,
    reports,
    open,
    async keep(database, number, pictures = 1, batchId: BatchId | null = null) {
      const createdAt = start + number * 61_000;
      const task = makeTask({
        request: { model: `painter-${number % 3}`, prompt: `picture ${number}: a fox in snow`, size: '24x16', quality: 'high' },
        createdAt,
        batchId,
        submittedAt: createdAt + 1,
        acceptedAt: createdAt + 2,
        endedAt: createdAt + 9,
        polls: number,
        lastPollAt: createdAt + 8,
        facts: { ...noFacts, statusWord: 'completed', credits: String(number / 4) },
        state: { status: 'completed', remoteId: `task_${number}`, imageCount: pictures },
      });
      const rows = await database.saveCompletion(task, makeSources(pictures), makeAnswer());
      for (const row of rows) {
        const kept = await placePicture(library, task, row.index);
        await journal.record(library, { task, index: row.index, file: kept, account: testAccount });
        await database.saveImage(row.id, { status: 'kept', file: kept });
      }
      return task;
    },
    async keepEarly(database, index) {
      const createdAt = start - 61_000;
      const task = makeTask({ createdAt, submittedAt: createdAt + 1, acceptedAt: createdAt + 2, state: { status: 'processing', remoteId: 'task_early', misses: 0 } });
      await database.insertTasks([task]);
      await journal.record(library, { task, index, file: await placePicture(library, task, index), account: testAccount });
      return task;
    },
    async make(tasks = 5, more = () => Promise.resolve()) {
      const database = await open();
      expect(database.recovery).toBeNull();
      await database.saveAccount(testAccount);
      for (let number = 0; number < tasks; number += 1) await rig.keep(database, number, 1 + (number % 3));
      await more(database);
      const made = await everything(database);
      await database.close();
      return made;
    },
    async smash() {
      const bytes = await readFile(file);
      bytes.fill(0x5a, 4096, 3 * 4096);
      await writeFile(file, bytes);
    },
    backUp: () => makeBackup(file, safety.backups, Date.now()),
    async reopened() {
      const database = await open();
      const { recovery } = database;
      const result = { found: await everything(database), recovery, faults: await database.integrity(), accounts: await database.accounts() };
      await database.close();
      return result;
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
  return rig;
}

async function placePicture(library: string, task: Task, index: number): Promise<ImageFile> {
  const bytes = await paintPng({ prompt: task.request.prompt, index, width: 24, height: 16 });
  const folders = libraryFolders(task.createdAt);
  await mkdir(path.join(library, ...folders), { recursive: true });
  const relative = [...folders, libraryFileName({ createdAt: task.createdAt, prompt: task.request.prompt, type: 'png' }, index + 1)].join('/');
  await writeFile(path.join(library, relative), bytes);
  return { path: relative, type: 'png', width: 24, height: 16, bytes: bytes.length, sha256: sha256(bytes), savedAt: task.createdAt + 10 + index };
}

/** Every task with its pictures, without their row numbers, which may differ. */
export async function everything(database: Database): Promise<readonly { readonly task: Task; readonly images: readonly object[] }[]> {
  const all: TaskWithImages[] = [];
  for (;;) {
    const last = all.at(-1)?.task;
    const before = last ? { createdAt: last.createdAt, id: last.id } : null;
    const { tasks, more } = await database.page({ statuses: [], before, limit: 500 });
    all.push(...tasks);
    if (!more) break;
  }
  return all.map(({ task, images }) => ({ task, images: images.map(({ index, state }) => ({ index, state })) }));
}
