import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { DatabaseSync } from 'node:sqlite';
import { AppFailure, type AppError } from '../../../shared/errors.ts';
import { openAcceptedIds } from '../recovery/accepted-ids.ts';
import { markSuspect } from '../backup/backups.ts';
import { openConnection } from '../schema/connection.ts';
import type { Method } from '../client/database-contract.ts';
import { failureDetails, isDamage, toAppFailure } from '../sqlite/database-failures.ts';
import { sizeOf } from '../sqlite/file-header.ts';
import { answersTo } from './group-commit.ts';
import type { Job } from '../client/thread-messages.ts';
import type { Asked } from '../client/thread-calls.ts';
import { createIdleScheduler } from './idle-scheduler.ts';
import { openOrRecover } from '../recovery/recover.ts';
import { timed } from '../sqlite/slow-log.ts';
import { createConnection } from '../sqlite/statements.ts';
import { createStore } from '../tables/store.ts';
import { port, post, report, slow } from './own-thread.ts';
import { createUpkeep } from './upkeep.ts';

/** Opens the history, rebuilt if necessary, and answers calls until it is closed. */
export async function open({ file, safety, mustExist }: Extract<Job, { readonly kind: 'serve' }>): Promise<void> {
  try {
    if (mustExist && sizeOf(file) === 0) throw new AppFailure('database-failed', `${failureDetails.missing}: ${file}`);
    const { db, recovery } = safety === null ? { db: openConnection(file), recovery: null } : await openOrRecover(file, safety, report);
    const methods = serve(db, file);
    post({ kind: 'opened', methods, recovery });
  } catch (error) {
    post({ kind: 'not-opened', error: toAppFailure(error, file).appError });
  }
}

/** Returns the names of the calls that it answers. */
function serve(db: DatabaseSync, file: string): readonly string[] {
  const opened = createStore(db, report, slow);
  const connection = createConnection(db);
  const acceptedIds = openAcceptedIds(file, connection, opened.store, report);
  const upkeep = createUpkeep(connection);
  const fail = (error: unknown): AppError => {
    if (isDamage(error)) markSuspect(file);
    return toAppFailure(error, file).appError;
  };
  const idleWork = createIdleScheduler(() => {
    try {
      if (timed('upkeep', slow, () => upkeep.step())) return true;
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
    port.close();
  };
  port.on('message', (first: Asked<Method>) => {
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

/** Columns are transferred instead of copied. */
function buffersOf(value: unknown): readonly ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : []));
}
