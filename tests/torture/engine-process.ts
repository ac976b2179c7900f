import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayRepeat } from '../../electron/core/engine/task-machine.ts';
import { removeStrayParts } from '../../electron/core/library/files/part-file.ts';
import { createBackups } from '../../electron/database/backup/backup-schedule.ts';
import { openDatabase } from '../../electron/database/client/open-database.ts';
import { openThumbnailStore } from '../../electron/database/client/open-thumbnail-store.ts';
import { createSocketHttp } from '../../electron/network/socket-http.ts';
import { addAmounts, compareAmounts, type Amount } from '../../shared/money/amount.ts';
import { noBudget } from '../../shared/money/budget.ts';
import type { BatchId, Image, Task, TaskId, TaskWithImages } from '../../shared/task.ts';
import { databaseWorkerFile, thumbnailWorkerFile } from '../support/built-threads.ts';
import { testAccount } from '../support/open-test-database.ts';
import { asNeighbour, neighbour, price, type Ask, type EngineConfig, type Inventory, type Witnessed } from './engine-messages.ts';
import { createKillPoints } from './kill-points.ts';
import { createFastClock, wireEngine } from './wired-engine.ts';

/** The real engine in a process of its own, with real database, network and files. Only its clock is fast. Started by engine.ts. */

const { folder, serviceUrl, key, workerFile, submitDeadlineMs, watchLimitMinutes, repeats = null, speed = 30 } = JSON.parse(process.argv[2] ?? '{}') as EngineConfig;
const file = path.join(folder, 'latent.db');
const library = path.join(folder, 'library');

// A write that the system has accepted outlives the process.
const witness = (seen: Witnessed): void => appendFileSync(path.join(folder, 'witness.jsonl'), `${JSON.stringify(seen)}\n`);
const unhandled = (error: unknown): void => witness({ saw: 'unhandled', error: String(error) });
process.on('unhandledRejection', unhandled);

const limitFile = path.join(folder, 'limit');
/** What the account may spend in all. A file holds it, because it must hold after a kill. */
let total: Amount | null = existsSync(limitFile) ? readFileSync(limitFile, 'utf8') : null;

mkdirSync(library, { recursive: true });
const points = createKillPoints(witness);
const clock = createFastClock(speed, repeats !== null);
const http = createSocketHttp();
const account = { ...testAccount, baseUrl: serviceUrl };
const beside = { ...neighbour, baseUrl: asNeighbour(serviceUrl) };
const backupFolder = path.join(folder, 'backups');
const database = await openDatabase({
  file,
  workerFile,
  clock,
  safety: { backups: backupFolder, thumbnails: path.join(folder, 'thumbnails'), quarantine: path.join(folder, 'quarantine'), libraries: [library], marksFile: 'marks-000000000000.jsonl', accounts: [account, beside], owner: account },
});
// A kill alone damages nothing.
if (database.recovery !== null) throw new Error(`The database was rebuilt: ${JSON.stringify(database.recovery)}`);
await database.saveAccount(account);
await database.saveAccount(beside);
await removeStrayParts(library);
const thumbnails = openThumbnailStore(path.join(folder, 'thumbnails'), thumbnailWorkerFile, unhandled);
const backups = createBackups({ file, folder: backupFolder, workerFile: databaseWorkerFile, clock, report: () => undefined });
const engine = wireEngine({
  repository: points.around(database),
  http: points.within(http),
  clock,
  library,
  service: { url: serviceUrl, key },
  keyRefused: () => witness({ saw: 'key-refused' }),
  concurrentSubmissions: 4,
  submitDeadlineMs,
  watchLimitMinutes,
  repeats,
  budget: () => ({ ...noBudget, total }),
  events: {
    imageKept(image) {
      const thumbnail = thumbnailOf(image);
      if (thumbnail !== null) void thumbnails.write(image.id, thumbnail, null, null);
    },
  },
});
await engine.start();
let ending: Promise<void> | null = null;

/** Stands for a thumbnail: what the picture's file is known by. */
function thumbnailOf({ state }: Image): Buffer | null {
  return state.status === 'kept' ? Buffer.from(state.file.sha256) : null;
}

/** Repeats a read that fails because the database's thread died. */
async function read<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(20);
    }
  }
}

async function check(): Promise<readonly string[]> {
  const [faults, backedUp] = await Promise.all([database.integrity(), backups.make()]);
  // The orderly end breaks a backup off.
  if (ending !== null) throw new Error('The process ends.');
  return backedUp ? faults : [...faults, 'no backup was made'];
}

async function settle(withinMs: number, late: readonly TaskId[]): Promise<readonly TaskId[]> {
  const end = performance.now() + withinMs;
  let wasAtRest = false;
  for (;;) {
    // First, because a late answer makes a task one of the unfinished. Between the two reads, the deadline of one under way may pass.
    const sent = await tasksOf(late.filter(points.hasSent));
    const unanswered = sent.filter(({ task: { state } }) => state.status === 'submitting' || (state.status === 'unknown' && state.reason === 'no-answer-in-time'));
    // Before and after the unfinished ones, because a repetition may start or end between two reads.
    const before = await toRepeat();
    const unfinished = (await read(() => database.unfinishedTasks())).filter(({ task }) => task.accountId === account.id);
    const held = new Set((await read(() => database.openBatches())).flatMap(({ id, hold }) => (hold === null ? [] : [id])));
    // A held task or batch waits for the person, and a task without room in the budget waits for a higher one.
    const isFull = total !== null && compareAmounts(addAmounts(await read(() => database.spent(account.id, 0)), price), total) > 0;
    const open = unfinished.filter(({ task: { batchId, state } }) => state.status !== 'queued' || (state.waitingFor !== 'held' && !isFull && !(batchId !== null && held.has(batchId))));
    const repeating = [...before, ...(await toRepeat())];
    const all = [...open, ...unanswered, ...repeating];
    // Twice: a repetition that began at the end of its hours may not be written down yet.
    if ((all.length === 0 && wasAtRest) || performance.now() > end) return all.map(({ task }) => task.id);
    wasAtRest = all.length === 0;
    await sleep(wasAtRest ? 100 : 15);
  }
}

/** The service refused a repetition. It is not sent again before the next start. */
const isRefused = ({ state }: Task): boolean => state.status === 'unknown' && state.said.httpStatus === 402;

async function toRepeat(): Promise<readonly TaskWithImages[]> {
  if (repeats === null) return [];
  const found = await read(() => database.tasksToRepeat());
  const since = clock.now() - repeats.hours * 3_600_000;
  return found.filter(({ task }) => mayRepeat(task) && !isRefused(task) && (task.submittedAt ?? 0) > since);
}

async function tasksOf(ids: readonly TaskId[]): Promise<readonly TaskWithImages[]> {
  const found = await Promise.all(ids.map((id) => read(() => database.task(id))));
  return found.filter((entry): entry is TaskWithImages => entry !== null);
}

/** One after the other, because tasks with the same prompt are offered the same ids. */
async function findListed(ids: readonly TaskId[]): Promise<number> {
  let found = 0;
  for (const { task } of await tasksOf(ids)) {
    if (task.state.status !== 'unknown') continue;
    const candidate = (await engine.candidates(task.id)).find(({ prompt }) => prompt === task.request.prompt);
    if (candidate === undefined) continue;
    await engine.attach(task.id, candidate.remoteId, false);
    found += 1;
  }
  return found;
}

async function inventory(ids: readonly TaskId[]): Promise<Inventory> {
  const named = await tasksOf(ids);
  const prompts = new Set(named.map(({ task }) => task.request.prompt));
  const latest = await read(() => database.page({ before: null, limit: 500, statuses: [] }));
  const tasks = [...named, ...latest.tasks.filter(({ task }) => prompts.has(task.request.prompt) && !ids.includes(task.id))];
  const { tasks: head } = await read(() => database.headTasks({ before: null, limit: 100_000 }));
  const images = tasks.flatMap((entry) => entry.images);
  const stored = await Promise.all(images.map(async (image) => ({ image, found: await thumbnails.read(image.id) })));
  const kept = stored.filter((each) => each.found.state !== 'none');
  const wrong = kept.filter((each) => each.found.state !== 'kept' || thumbnailOf(each.image)?.equals(each.found.thumbnail) !== true);
  return { tasks, atHead: head.map(({ task }) => task.id), thumbnails: kept.length, wrongThumbnails: wrong.map(({ image }) => image.id) };
}

async function limit(amount: Amount, release: BatchId | null): Promise<void> {
  total = amount;
  writeFileSync(limitFile, amount);
  if (release !== null) await engine.holdBatch(release, null);
  engine.moneyChanged(account.id);
}

function perform(message: Ask): Promise<unknown> {
  switch (message.ask) {
    case 'arm':
      points.arm(message.point, message.nth, message.signal);
      return Promise.resolve(null);
    case 'submit':
      return engine.submit(message.tasks);
    case 'submit-batch':
      return engine.submitBatch({ id: message.batchId, accountId: account.id, name: 'A list', recipe: { from: 'list' } }, message.tasks);
    case 'limit':
      return limit(message.total, message.release);
    case 'spent':
      return read(() => database.spent(account.id, 0));
    case 'check':
      return check();
    case 'settle':
      return settle(message.withinMs, message.late);
    case 'find-listed':
      return findListed(message.ids);
    case 'inventory':
      return inventory(message.ids);
  }
}

/** As the app ends: a POST under way gets its answer. */
async function endInOrder(): Promise<void> {
  if (engine.isSubmitting()) witness({ saw: 'signal-during-post' });
  await engine.close();
  await Promise.all([http.close(), backups.close(), thumbnails.close()]);
  await database.close();
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (ending ??= endInOrder()));
process.on('message', ({ number, message }: { number: number; message: Ask }) => {
  perform(message).then(
    (value) => process.send?.({ number, value }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
// The process that started this one is gone.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
// Node does this at a normal exit only.
flushCompileCache();
