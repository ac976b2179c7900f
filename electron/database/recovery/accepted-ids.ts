import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Amount } from '../../../shared/money/amount.ts';
import { notRepeated, remoteIdOf, type Task, type TaskId } from '../../../shared/task.ts';
import { accountFields, accountSchema, requestSchema, taskFields, taskSchema } from '../../core/library/journal-line.ts';
import { readSealed, sealed } from '../../core/library/sealed-line.ts';
import { syncFolderSync } from '../../core/util/sync-folder.ts';
import { codeOf } from '../../core/util/system-errors.ts';
import { writeWholeFileSync } from '../../core/util/whole-file.ts';
import type { StoredAccount } from '../../core/accounts/account-store.ts';
import type { Report, Store } from '../client/database-contract.ts';
import { isDamage } from '../sqlite/database-failures.ts';
import type { Call } from '../worker/group-commit.ts';
import type { Connection } from '../sqlite/statements.ts';
import { amountToRow } from '../tables/tasks/task-rows.ts';
import { formatSettledCost, isStillNeeded, readSettledCosts, type SettledCost } from './settled-costs.ts';

/**
 * A second copy of every accepted id, in a file beside the database. It has one line for each task that the service accepted and
 * that has not ended. A line is synced before its id is committed, so a crash cannot lose both copies. Each start restores the ids that
 * the history lacks. Lines of ended tasks are dropped at the start and the end, and whenever the file has doubled in size. It also has what a person said that
 * tasks cost (settled-costs.ts), for a month.
 */
export interface AcceptedIds {
  /** Writes the ids and settled costs that these calls are about to commit. Never throws: an id in one place is better than in none. */
  record(calls: readonly Call[]): void;
  /** Drops the lines of ended tasks. If the history is lost later, their pictures are not fetched again. Never throws. */
  close(): void;
}

/** One line: enough to watch the task again if the database has lost it. */
interface AcceptedTask {
  readonly task: Task;
  readonly account: StoredAccount;
  readonly text: string;
}

/** The indexes are named, because SQLite would search the one of all remote ids, which takes ten seconds and more in a library of a million. */
const openTasks = `SELECT uuid FROM tasks INDEXED BY tasks_unfinished WHERE unfinished = 1 AND remote_id IS NOT NULL
  UNION SELECT uuid FROM tasks INDEXED BY tasks_by_status WHERE imported IS NULL AND status = 'missing' AND dismissed_at IS NULL`;

/** Bytes below which the file is not rewritten during a run. */
const smallFile = 1024 * 1024;

export function acceptedIdsFile(database: string): string {
  return `${database}.accepted`;
}

/** @throws the system's error, unless there is no file */
export function readAcceptedIds(database: string): readonly AcceptedTask[] {
  return readAcceptedIdsIn(textOf(acceptedIdsFile(database)));
}

/** What was settled after the backup that a history is rebuilt from. Empty if it cannot be read. */
export function readSettled(database: string, report: Report): ReadonlyMap<TaskId, SettledCost> {
  try {
    return readSettledCosts(textOf(acceptedIdsFile(database)));
  } catch (error) {
    report(`Settled costs could not be read from their second record: ${String(error)}`);
    return new Map();
  }
}

/** The tasks of the intact lines; a later line of a task replaces an earlier one, or takes it back. */
export function readAcceptedIdsIn(lines: string): readonly AcceptedTask[] {
  const tasks = new Map<TaskId, AcceptedTask>();
  for (const text of lines.split('\n')) {
    const accepted = parse(text);
    const takenBack = accepted === null ? parseTakenBack(text) : null;
    if (accepted !== null) tasks.set(accepted.task.id, accepted);
    else if (takenBack !== null) tasks.delete(takenBack);
  }
  return [...tasks.values()];
}

/** Restores the ids that the history lacks. A task that has an id keeps its state. @throws only if the history is damaged */
export function restoreAcceptedIds(database: string, { sql, transaction }: Connection, store: Store, report: Report): void {
  const isKnown = ({ task }: AcceptedTask): boolean =>
    typeof sql('SELECT remote_id FROM tasks WHERE uuid = ?').get(task.id)?.['remote_id'] === 'string' || store.findByRemoteId(task.accountId, remoteIdOf(task) ?? '') !== null;
  try {
    for (const accepted of readAcceptedIds(database)) {
      if (isKnown(accepted)) continue;
      transaction(() => {
        const { task, account } = accepted;
        if (!store.accounts().some(({ id }) => id === account.id)) store.saveAccount(account);
        store.saveTask(task);
      });
      report(`The history had lost an accepted id; the second record gave it back: task ${accepted.task.id}`);
    }
  } catch (error) {
    if (isDamage(error)) throw error;
    report(`Accepted ids could not be compared with their second record: ${String(error)}`);
  }
}

/** Opens the record for writing, and brings it up to date with a sound history. */
export function openAcceptedIds(database: string, { sql }: Connection, store: Store, report: Report): AcceptedIds {
  const file = acceptedIdsFile(database);
  const lines = new Map<TaskId, { readonly task: Pick<Task, 'state' | 'byHand'>; readonly text: string }>();
  let settled = new Map<TaskId, SettledCost>();
  /** False after a failed write: the state of the file is unknown, and the next task that is saved replaces it. */
  let sound = true;
  /** False if the file could not be read: then its lines are left alone, and new ones are appended. */
  let mayReplace = true;
  let rewriteAt = smallFile;

  const put = (task: Task): string | null => {
    const remoteId = remoteIdOf(task);
    // A person entered the id and took it back. The next start must not restore it.
    if (remoteId === null && lines.delete(task.id)) return sealed({ takenBack: task.id });
    if (remoteId === null || remoteId === '' || isAsIn(lines.get(task.id)?.task, task)) return null;
    const account = store.accounts().find(({ id }) => id === task.accountId);
    if (account === undefined) {
      // No task exists without an account's row, so this row became unreadable after the request was sent.
      report(`An accepted id has no second record, because its account cannot be read: task ${task.id}`);
      return null;
    }
    const text = format(task, account);
    lines.set(task.id, { task, text });
    return text;
  };

  const putSettled = (task: Task): string | null => {
    // The latest line first: the disk may have refused what it says, or not have it yet.
    const written = settled.get(task.id);
    const known = written ? inRow(written.cost) : (sql('SELECT CAST(settled AS TEXT) AS settled FROM tasks WHERE uuid = ?').get(task.id)?.['settled'] ?? null);
    if (known === inRow(task.settled)) return null;
    const line: SettledCost = { taskId: task.id, cost: task.settled, at: Date.now() };
    settled.set(task.id, line);
    return formatSettledCost(line);
  };

  const hasEnded = (id: TaskId): boolean => sql(`SELECT 1 FROM tasks WHERE uuid = ? AND remote_id IS NOT NULL AND unfinished = 0 AND (status <> 'missing' OR dismissed_at IS NOT NULL)`).get(id) !== undefined;

  const rewrite = (): void => {
    if (!mayReplace) return;
    for (const id of lines.keys()) if (hasEnded(id)) lines.delete(id);
    settled = new Map([...settled].filter(([, line]) => isStillNeeded(line, Date.now())));
    const text = [...[...lines.values()].map((line) => line.text), ...[...settled.values()].map(formatSettledCost)].map((line) => `${line}\n`).join('');
    if (text !== textOf(file)) writeWholeFileSync(file, text);
    rewriteAt = Math.max(smallFile, 2 * Buffer.byteLength(text));
    sound = true;
  };

  const failed = (error: unknown): void => {
    sound = false;
    report(`The second record of accepted ids could not be written: ${String(error)}`);
  };

  try {
    const before = textOf(file);
    for (const { task, text } of readAcceptedIdsIn(before)) lines.set(task.id, { task, text });
    settled = new Map(readSettledCosts(before));
  } catch (error) {
    mayReplace = false;
    report(`The second record of accepted ids could not be read: ${String(error)}`);
  }
  try {
    // The file was lost, or could not be written when these ids were accepted.
    for (const row of sql(openTasks).all()) {
      const id = String(row['uuid']);
      if (!lines.has(id)) recordRow(id);
    }
    rewrite();
  } catch (error) {
    failed(error);
  }

  /** A row that cannot be read is only reported. */
  function recordRow(id: TaskId): void {
    try {
      const found = store.task(id);
      if (found !== null) put(found.task);
    } catch (error) {
      report(`An accepted id has no second record: ${id}: ${String(error)}`);
    }
  }

  return {
    record(calls) {
      try {
        const tasks = calls.flatMap(tasksIn);
        const added = [...tasks.flatMap((task) => put(task) ?? []), ...calls.flatMap(settledIn).flatMap((task) => putSettled(task) ?? [])];
        // After a failure each change of a task is an occasion to write what is missing.
        if (!sound && mayReplace && tasks.length > 0) rewrite();
        else if (added.length > 0 && append(file, added) > rewriteAt) rewrite();
      } catch (error) {
        failed(error);
      }
    },
    close() {
      try {
        rewrite();
      } catch (error) {
        failed(error);
      }
    },
  };
}

function tasksIn({ method, args }: Call): readonly Task[] {
  if (method === 'insertTasks' || method === 'saveTasks') return args[0] as readonly Task[];
  return method === 'saveTask' ? [args[0] as Task] : [];
}

/** New tasks are not settled. */
function settledIn({ method, args }: Call): readonly Task[] {
  if (method === 'saveTasks') return args[0] as readonly Task[];
  return method === 'saveTask' || method === 'saveCompletion' ? [args[0] as Task] : [];
}

const inRow = (cost: Amount | null): string | null => amountToRow(cost)?.toString() ?? null;

/** Whether a line says this about the task: its id, and whose it is. */
const isAsIn = (known: Pick<Task, 'state' | 'byHand'> | undefined, task: Task): boolean => known !== undefined && remoteIdOf(known) === remoteIdOf(task) && known.byHand === task.byHand;

function format(task: Task, account: StoredAccount): string {
  return sealed({ accepted: taskFields(task), request: task.request, account: accountFields(account) });
}

const takenBackSchema = z.object({ takenBack: z.string() });

/** The task whose id a person took back. Null for any other line. */
function parseTakenBack(text: string): TaskId | null {
  return text.includes('"takenBack"') ? (readSealed(text, takenBackSchema)?.takenBack ?? null) : null;
}

const lineSchema = z.object({ accepted: taskSchema, request: requestSchema, account: accountSchema });

/** Null for a line that was cut short or changed after it was written. */
function parse(text: string): AcceptedTask | null {
  const line = readSealed(text, lineSchema);
  if (line === null || line.accepted.remoteId === '') return null;
  const { accepted, request, account } = line;
  const { remoteId, imageCount: _, ...rest } = accepted;
  const task: Task = { ...rest, ...notRepeated, place: 0, accountId: account.id, request, endedAt: null, dismissedAt: null, trouble: null, state: { status: 'processing', remoteId, misses: 0 } };
  return { task, account, text };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** Returns the file's new length once the lines are synced. The line break before them ends a line that was cut short. */
function append(file: string, lines: readonly string[]): number {
  const descriptor = openSync(file, 'a');
  try {
    const { size } = fstatSync(descriptor);
    const written = writeAll(descriptor, `\n${lines.join('\n')}\n`, size);
    fsyncSync(descriptor);
    if (size === 0) syncFolderSync(path.dirname(file));
    return written;
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, text: string, from: number): number {
  const bytes = Buffer.from(text);
  let done = 0;
  while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, from + done);
  return from + done;
}
