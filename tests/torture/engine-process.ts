import { appendFileSync, mkdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createImageDownloads } from '../../electron/core/downloads/image-download.ts';
import { removeStrayParts } from '../../electron/core/library/part-file.ts';
import { createJournalledDownloads } from '../../electron/core/downloads/journalled-downloads.ts';
import { createLibraryJournal } from '../../electron/core/library/library-journal.ts';
import { createServiceClient } from '../../electron/core/service/service-client.ts';
import { createTaskEngine } from '../../electron/core/engine/task-runner.ts';
import { openDatabase } from '../../electron/database/client/open-database.ts';
import { createUndiciHttp } from '../../electron/network/undici-http.ts';
import type { TaskId, TaskWithImages } from '../../shared/task.ts';
import { databaseWorkerFile } from '../support/built-threads.ts';
import { testAccount } from '../support/open-test-database.ts';
import type { Ask, EngineConfig, Inventory, Witnessed } from './engine-messages.ts';
import { createFastClock } from './fast-clock.ts';
import { createKillPoints } from './kill-points.ts';

/**
 * The real engine in a process of its own, wired as electron/services.ts does but for the accounts: real database, real
 * network, real files. Only its clock is fast. Started by engine.ts, which kills it.
 */

const { folder, serviceUrl, key } = JSON.parse(process.argv[2] ?? '{}') as EngineConfig;
const library = path.join(folder, 'library');
const speed = 30;

// A write that the system has taken outlives the process.
const witness = (seen: Witnessed): void => appendFileSync(path.join(folder, 'witness.jsonl'), `${JSON.stringify(seen)}\n`);
process.on('unhandledRejection', (error) => witness({ saw: 'unhandled', error: String(error) }));

mkdirSync(library, { recursive: true });
const points = createKillPoints(witness);
const clock = createFastClock(speed);
const undici = createUndiciHttp();
const http = points.within(undici);
const account = { ...testAccount, baseUrl: serviceUrl };
const database = await openDatabase({
  file: path.join(folder, 'latent.db'),
  workerFile: databaseWorkerFile,
  safety: { backups: path.join(folder, 'backups'), quarantine: path.join(folder, 'quarantine'), libraries: [library], marksFile: 'marks-000000000000.jsonl', accounts: [account], owner: account },
});
// A kill alone damages nothing.
if (database.recovery !== null) throw new Error(`The database was put together anew: ${JSON.stringify(database.recovery)}`);
await database.saveAccount(account);
await removeStrayParts(library);
const root = { root: () => library };
const repository = points.around(database);
const client = createServiceClient({ http, clock });
const engine = createTaskEngine({
  clock,
  random: Math.random,
  repository,
  client,
  downloads: createJournalledDownloads({
    downloads: createImageDownloads({ http, clock, library: root }),
    journal: createLibraryJournal(),
    library: root,
    repository,
  }),
  accounts: { credentials: () => Promise.resolve({ baseUrl: serviceUrl, key }), keyRefused: () => Promise.resolve() },
  events: { taskChanged: () => undefined, imageKept: () => undefined, notice: () => undefined },
  isOnline: () => true,
  settings: () => ({ watchLimitMinutes: 24 * 60, concurrentSubmissions: 4 }),
});
await engine.start();

async function settle(withinMs: number): Promise<readonly TaskId[]> {
  const end = performance.now() + withinMs;
  for (;;) {
    const open = await database.unfinishedTasks();
    if (open.length === 0 || performance.now() > end) return open.map(({ task }) => task.id);
    await sleep(15);
  }
}

async function inventory(ids: readonly TaskId[]): Promise<Inventory> {
  const found = await Promise.all(ids.map((id) => database.task(id)));
  const head = await database.headTasks();
  return { tasks: found.filter((entry): entry is TaskWithImages => entry !== null), atHead: head.map(({ task }) => task.id) };
}

async function perform(message: Ask): Promise<unknown> {
  switch (message.ask) {
    case 'arm':
      points.arm(message.point, message.nth);
      return null;
    case 'submit':
      return engine.submit(message.tasks);
    case 'settle':
      return settle(message.withinMs);
    case 'inventory':
      return inventory(message.ids);
    case 'close':
      await engine.close();
      await undici.close();
      await database.close();
      return null;
  }
}

process.on('message', ({ number, message }: { number: number; message: Ask }) => {
  perform(message).then(
    (value) => process.send?.({ number, value }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
// The torturer is gone.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
// It will not come to the end at which Node does this by itself.
flushCompileCache();
