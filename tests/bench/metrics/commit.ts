import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { taskColumns, taskValues } from '../../../electron/database/tables/tasks/task-rows.ts';
import type { Task } from '../../../shared/task.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { atLeast, atMost, ratioFinding, type Metric } from '../harness/figures.ts';
import { copyDatabase, seededLibrary } from '../harness/libraries.ts';
import { interleaved, median, timed } from '../harness/measure.ts';
import { createTaskWriter, seededAccounts } from '../seed/entries.ts';
import { createRandom } from '../seed/random.ts';

const rowsPerRun = 100;

/** Milliseconds without a write after which nothing is left to do. */
const quiet = 400;

/** One intent after the other, each on the disk before the next: what every click on "Generate" waits for. */
export const commit: Metric = async ({ runs, large, small, scratch, say }) => {
  const files: Record<'bare' | 'small' | 'large', string> = { bare: '', small: '', large: '' };
  for (const [name, images] of [['bare', small], ['small', small], ['large', large]] as const) {
    files[name] = await copyDatabase(await seededLibrary(images, say), path.join(scratch, `commit-${name}.db`));
    await sync(files[name]);
  }
  const writer = createTaskWriter(createRandom(2));
  const tasks = (): readonly Task[] => Array.from({ length: rowsPerRun }, () => intent(writer.task(Date.now(), 0, false)));

  const bare = openBare(files.bare);
  const [ours, oursLarge] = await Promise.all([openDatabase({ file: files.small, workerFile: databaseWorkerFile }), openDatabase({ file: files.large, workerFile: databaseWorkerFile })]);
  const through = (database: typeof ours, file: string) => async (): Promise<number> => {
    const rows = tasks();
    const took = await timed(async () => {
      for (const task of rows) await database.insertTasks([task]);
    });
    await rest(file);
    return took / rowsPerRun;
  };
  const sides = {
    bare: async () => {
      const rows = tasks();
      return (await timed(() => rows.forEach(bare.insert))) / rowsPerRun;
    },
    small: through(ours, files.small),
    large: through(oursLarge, files.large),
  };
  // The first rows fill caches on both sides.
  for (const side of Object.values(sides)) await side();
  const found = await interleaved(sides, runs);
  bare.close();
  await Promise.all([ours.close(), oursLarge.close()]);

  const each = { bare: median(found.bare), small: median(found.small), large: median(found.large) };
  const rate = (ms: number) => ({ value: 1000 / ms, unit: 'rows/s' });
  return [
    ratioFinding('commit', `one task row, durable, ${small} in the library`, rate(each.small), { ...rate(each.bare), name: 'bare node:sqlite, same schema' }, atLeast(0.8)),
    ratioFinding('commit', `one task row, ${large} ÷ ${small} in the library`, { value: each.large, unit: 'ms' }, { value: each.small, unit: 'ms', name: `Latent with ${small}` }, atMost(1.3)),
  ];
};

/** The task as it is at the click. A task with an id from the service would also be written to the second record of accepted ids. */
function intent(task: Task): Task {
  return { ...task, submittedAt: null, acceptedAt: null, endedAt: null, state: { status: 'queued', waitingFor: 'turn' }, polls: 0, lastPollAt: null };
}

/** A file that was just copied is in memory only, and the first commits would wait for a gigabyte of it. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

/** Until what was put off to a quiet time is done: it must not fall into the other side's turn. */
async function rest(file: string): Promise<void> {
  const written = async (): Promise<number> => Math.max(...(await Promise.all([file, `${file}-wal`].map(async (name) => (await stat(name)).mtimeMs))));
  for (let before = 0, now = await written(); now !== before; now = await written()) {
    before = now;
    await sleep(quiet);
  }
}

/** The same row into the same schema as safely, in this thread: what there is left when everything of ours is taken away. */
function openBare(file: string): { insert(task: Task): void; close(): void } {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON');
  const accounts = new Map(seededAccounts.map(({ id }) => [id, Number(db.prepare('SELECT id FROM accounts WHERE uuid = ?').get(id)?.['id'])]));
  const insert = db.prepare(`INSERT INTO tasks (${taskColumns.join(', ')}) VALUES (${taskColumns.map(() => '?').join(', ')})`);
  return {
    insert(task) {
      insert.run(...taskValues(task, accounts.get(task.accountId) ?? 0, null));
    },
    close: () => db.close(),
  };
}
