import { constants, setPriority } from 'node:os';
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import type { DatabaseSync } from 'node:sqlite';
import { AppFailure, type AppError } from '../../../shared/errors.ts';
import { openAcceptedIds } from '../recovery/accepted-ids.ts';
import { makeBackup, markSuspect } from '../backup/backups.ts';
import { openConnection } from '../schema/connection.ts';
import type { Method, Safety } from '../client/database-contract.ts';
import { failureDetails, isDamage, toAppFailure } from '../sqlite/database-failures.ts';
import { sizeOf } from '../sqlite/file-header.ts';
import { findFaultsInUse } from '../schema/integrity.ts';
import { answersTo } from './group-commit.ts';
import { copyMarks } from '../backup/marks-copy.ts';
import type { FromThread, Job, JobAnswer, SingleJob } from '../client/thread-messages.ts';
import type { Asked } from '../client/thread-calls.ts';
import { createNameReading } from './name-reading.ts';
import { createIdleWork } from './idle-work.ts';
import { openOrRecover } from '../recovery/recover.ts';
import { timed, type Slow } from '../sqlite/slow-log.ts';
import { createConnection } from '../sqlite/statements.ts';
import { createStore } from '../tables/store.ts';
import type { ViewMethod } from '../views/views.ts';
import { createUpkeep } from './upkeep.ts';
import { openViewReader } from './view-reader.ts';

/** Owns a connection, or does one job. Entry point of the threads that `openDatabase`, `openViews`, `createBackups` and `createMarksCopies` start. */

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');

const job = workerData as Job;
const { file } = job;
const post = (message: FromThread | JobAnswer, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);
const report = (message: string): void => post({ kind: 'report', message });
const slow: Slow = (name, milliseconds) => post({ kind: 'slow', name, milliseconds });

switch (job.kind) {
  case 'serve':
    void open(job.safety, job.mustExist);
    break;
  case 'read':
    // The thread starts while the database opens; the first message says that the file is ready.
    port.once('message', () => read(job.firstToken));
    break;
  default:
    void answerOnce(job);
}

async function answerOnce(single: SingleJob): Promise<void> {
  if (single.kind !== 'copy-marks' || !single.atTheEnd) lowerOwnPriority();
  try {
    post({ kind: 'done', faults: await run(single) });
  } catch (error) {
    post({ kind: 'failed', error: toAppFailure(error, file).appError });
  }
}

async function run(single: SingleJob): Promise<readonly string[]> {
  switch (single.kind) {
    case 'check':
      return findFaultsInUse(file);
    case 'back-up':
      makeBackup(file, single.folder, single.now);
      return [];
    case 'copy-marks':
      await copyMarks(single);
      return [];
  }
}

/**
 * Jobs run at low priority, because one over a million pictures keeps a core busy for most of a minute. Only Linux has a priority for each thread.
 * Elsewhere the whole process would slow down, so nothing is changed.
 */
function lowerOwnPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers do not allow it. A backup that slows others down is better than none.
  }
}

async function open(safety: Safety | null, mustExist: boolean): Promise<void> {
  try {
    if (mustExist && sizeOf(file) === 0) throw new AppFailure('database-failed', `${failureDetails.missing}: ${file}`);
    const { db, recovery } = safety === null ? { db: openConnection(file), recovery: null } : await openOrRecover(file, safety, report);
    const methods = serve(db);
    post({ kind: 'opened', methods, recovery });
  } catch (error) {
    post({ kind: 'not-opened', error: toAppFailure(error, file).appError });
  }
}

/** Returns the names of the calls that it answers. */
function serve(db: DatabaseSync): readonly string[] {
  const opened = createStore(db, report, slow);
  const connection = createConnection(db);
  const acceptedIds = openAcceptedIds(file, connection, opened.store, report);
  const upkeep = createUpkeep(connection);
  const names = createNameReading(connection, (percent) => post({ kind: 'names-read', percent }));
  const fail = (error: unknown): AppError => {
    if (isDamage(error)) markSuspect(file);
    return toAppFailure(error, file).appError;
  };
  const idleWork = createIdleWork(() => {
    try {
      if (timed('upkeep', slow, () => upkeep.step() || names.step())) return true;
      // Frees SQLite's page cache, several megabytes for a large library. The system caches the file as well.
      db.exec('PRAGMA shrink_memory');
      return false;
    } catch (error) {
      const { code, detail } = fail(error);
      report(`Upkeep of the history failed: ${code} ${detail ?? ''}`);
      return false;
    }
  });
  const close = (): void => {
    idleWork.end();
    acceptedIds.close();
    try {
      // SQLite empties its log when the last connection closes, and the reader's may still be open. A person may copy the file alone.
      db.exec('PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The log stays beside the file.
    }
    db.close();
    port?.close();
  };
  port?.on('message', (first: Asked<Method>) => {
    const waiting = [first, ...waitingAt(port)];
    const calls = waiting.filter((message) => message.method !== 'close');
    const outcomes = answersTo(db, opened, calls, acceptedIds.record)[Symbol.iterator]();
    for (const { method } of calls) {
      const outcome = timed(method, slow, () => outcomes.next()).value;
      if (outcome === undefined) break;
      if ('error' in outcome) post({ kind: 'error', id: outcome.id, error: fail(outcome.error) });
      else post({ kind: 'value', ...outcome }, buffersOf(outcome.value));
    }
    if (calls.length < waiting.length) close();
    else idleWork.called();
  });
  return Object.keys(opened.store);
}

/** Messages that arrived while others were answered. */
function waitingAt(from: MessagePort): readonly Asked<Method>[] {
  const messages: Asked<Method>[] = [];
  for (let next = receiveMessageOnPort(from); next !== undefined; next = receiveMessageOnPort(from)) messages.push(next.message as Asked<Method>);
  return messages;
}

function read(firstToken: number): void {
  try {
    const { views, close } = openViewReader(file, report, slow, firstToken);
    port?.on('message', (message: Asked<ViewMethod>) => {
      if (message.method === 'close') {
        close();
        port.close();
        return;
      }
      const { id, method, args } = message;
      // Answers are sent as they are ready, so that a block of rows does not wait for a search.
      (views[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args).then(
        (value) => post({ kind: 'value', id, value }),
        (error: unknown) => {
          if (isDamage(error)) markSuspect(file);
          post({ kind: 'error', id, error: toAppFailure(error, file).appError });
        },
      );
    });
    post({ kind: 'opened', methods: Object.keys(views), recovery: null });
  } catch (error) {
    post({ kind: 'not-opened', error: toAppFailure(error, file).appError });
  }
}

/** Columns are transferred instead of copied. */
function buffersOf(value: unknown): readonly ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : []));
}
