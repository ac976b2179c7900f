import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppFailure } from '../../../shared/errors.ts';
import { readJournal } from '../../core/library/library-journal.ts';
import { marksFileExists } from '../../core/library/marks/marks-file.ts';
import { libraryPictures } from '../../core/library/found-picture.ts';
import type { Clock } from '../../core/util/clock.ts';
import { createSystemClock } from '../../core/util/system-clock.ts';
import { acceptedIdsFile, readSettled, restoreAcceptedIds } from './accepted-ids.ts';
import { createJournalReplay, type JournalReplay } from './journal-replay.ts';
import { journalsWithin, tailOf } from './journal-tails.ts';
import { backupTime, listBackups, suspectMark } from '../backup/backups.ts';
import { openConnection } from '../schema/connection.ts';
import type { Recovery, Report, Safety, Store } from '../client/database-contract.ts';
import { copyDatabase, placeDatabase, removeDatabase, replaceDatabase } from '../sqlite/disk-files.ts';
import { failureDetails, isDamage } from '../sqlite/database-failures.ts';
import { sizeOf } from '../sqlite/file-header.ts';
import { findFaults, isSmall, quickCheck } from '../schema/integrity.ts';
import { isOfOtherVersion } from './other-version.ts';
import { openMarksReplay } from './marks-replay.ts';
import { salvage } from './salvage.ts';
import { restoreSettledCosts } from './settled-costs.ts';
import { createConnection, type Connection } from '../sqlite/statements.ts';
import { createStore } from '../tables/store.ts';
import { noOptions } from '../../../shared/account.ts';
import { priceOf } from '../../../shared/money/price-table.ts';

export interface Opened {
  readonly db: DatabaseSync;
  /** How the database was recovered; null if it did not have to be. */
  readonly recovery: Recovery | null;
}

/** Bytes, about 60 pictures, at the end of each library folder's journal that a start compares with a large history. */
const journalTail = 64 * 1024;
/** The same if the end had anything new. After a killed import or in an older copy of the database, there may be more; after a day of workers, still more, and then all is read. */
const longJournalTail = 8 * 1024 * 1024;

/** Milliseconds that a start waits for the disks of the library folders, because one of them may never answer. */
const patience = 3_000;
/** The same for a rebuild. It waits longer, because a disk may have to spin up and a folder that is left out might never be read again. */
const patienceToRecover = 30_000;

/**
 * Opens the database. If it is damaged, or missing although its backups or pictures exist, it is rebuilt: from the
 * newest sound backup, accounts and batches of the copy in the library folder, what can be read of the damaged file, the library's journal, its
 * pictures, the second record of accepted ids, and the rest of the copy, in this order. A file that is no database of ours counts as damaged; it is kept in quarantine.
 * A database of a later version, from before the first release, or out of reach is refused and does not change.
 * A library folder whose disk does not answer is skipped if the history is sound. A rebuild fails then, and names the folder.
 */
export async function openOrRecover(file: string, safety: Safety, report: Report, clock: Pick<Clock, 'after'> = createSystemClock()): Promise<Opened> {
  const finished = finishRebuild(file, safety);
  if (sizeOf(file) === 0 && (await hasTraces(file, safety, clock))) return recover(file, safety, report, clock);
  try {
    const db = openConnection(file, (opened) => check(opened, file));
    try {
      const { connection, store, replay } = partsOf(db, report);
      restoreAcceptedIds(file, connection, store, report);
      await addMissing(db, safety, replay, report, clock);
      // The process ended after a rebuild, so nobody was told of it. Without a backup, the rebuild was from the library.
      return { db, recovery: finished && recoveryOf(db, listBackups(safety.backups).length > 0, finished.quarantine) };
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if (!mustRebuild(error, file, safety)) throw error;
    report(`The database is damaged: ${error instanceof Error ? error.message : String(error)}`);
    return recover(file, safety, report, clock);
  }
}

function mustRebuild(error: unknown, file: string, { backups }: Safety): boolean {
  const detail = error instanceof AppFailure ? error.appError.detail : null;
  if (detail === failureDetails.newerSchema || detail === failureDetails.olderSchema) return !isOfOtherVersion(file, backups);
  return detail === failureDetails.notOurs || isDamage(error);
}

/** Whether there is anything to rebuild a history from. If not, this is a first start. */
async function hasTraces(file: string, { backups, libraries, marksFile }: Safety, clock: Pick<Clock, 'after'>): Promise<boolean> {
  if (listBackups(backups).length > 0 || sizeOf(acceptedIdsFile(file)) > 0) return true;
  await refuseSilent(libraries, clock);
  for (const root of libraries) {
    if (await marksFileExists(root, marksFile)) return true;
    if (await hasAny(readJournal(root)).catch(() => false)) return true;
    if (await hasAny(libraryPictures(root))) return true;
  }
  return false;
}

/** @throws AppFailure `database-failed` with the first folder whose disk does not answer: without that folder, the rebuilt history would lack pictures. */
async function refuseSilent(libraries: readonly string[], clock: Pick<Clock, 'after'>): Promise<void> {
  const answers = await journalsWithin(patienceToRecover, libraries, clock);
  const silent = libraries.find((root) => !answers.has(root));
  if (silent !== undefined) throw new AppFailure('database-failed', `${failureDetails.silent}: ${silent}`);
}

async function hasAny(items: AsyncGenerator): Promise<boolean> {
  const { done } = await items.next();
  await items.return(undefined);
  return done !== true;
}

/** Checks the whole file, with indexes and counts, if it is small or an earlier run found damage in it. Checks a large one quickly. */
function check(db: DatabaseSync, file: string): void {
  if (!isSmall(db) && !existsSync(suspectMark(file))) return quickCheck(db);
  const [fault] = findFaults(db);
  if (fault !== undefined) throw new AppFailure('database-failed', `${failureDetails.corrupt}: ${fault}`);
  rmSync(suspectMark(file), { force: true });
}

/**
 * Adds pictures that have no row, because the process ended between journal and row or the end of the log was lost. A small history is compared with
 * all of the journals, which also corrects flipped bits.
 */
async function addMissing(db: DatabaseSync, { libraries }: Safety, replay: JournalReplay, report: Report, clock: Pick<Clock, 'after'>): Promise<void> {
  const answers = await journalsWithin(patience, libraries, clock);
  for (const root of libraries) if (!answers.has(root)) report(`The journal in ${root} was not compared with the history: its disk does not answer`);
  const readable = libraries.filter((root) => answers.has(root));
  for (const bytes of isSmall(db) ? [Infinity] : [journalTail, longJournalTail, Infinity]) {
    const starts = new Map([...answers].map(([root, sizes]) => [root, tailOf(sizes ?? {}, bytes)]));
    if (!(await replay.replay(readable, 'rows', starts))) return;
  }
}

/** If a backup turns out to be useless although its check found nothing, the next one is tried. */
async function recover(file: string, safety: Safety, report: Report, clock: Pick<Clock, 'after'>): Promise<Opened> {
  await refuseSilent(safety.libraries, clock);
  for (const backup of listBackups(safety.backups)) {
    if (!copyIfSound(backup, building(file), report)) continue;
    try {
      return await rebuild(file, backupTime(backup), safety, report);
    } catch (error) {
      if (!isDamage(error)) throw error;
      report(`A backup could not be built on: ${backup}: ${String(error)}`);
    }
  }
  removeDatabase(building(file));
  return rebuild(file, null, safety, report);
}

/**
 * Works in a separate file, which replaces the old one at the end. If the process ends before that, the next start finishes the replacement.
 * @param backupMade when the backup that this builds on was made, in milliseconds since the epoch; null if there is none
 */
async function rebuild(file: string, backupMade: number | null, safety: Safety, report: Report): Promise<Opened> {
  const db = openConnection(building(file));
  try {
    // After a crash this starts over, so only the finished file must be synced.
    db.exec('PRAGMA synchronous = OFF');
    const { connection, store, replay } = partsOf(db, report);
    const marks = await openMarksReplay(connection, { ...safety, since: backupMade ?? 0 }, report);
    await marks.beforeJournal();
    if (sizeOf(file) > 0) salvage(file, store, replay, report);
    await replay.replay(safety.libraries, 'journal');
    await replay.addUnlisted(safety.libraries, safety.owner);
    replay.expectMissing();
    for (const account of safety.accounts) if (!store.accounts().some(({ id }) => id === account.id)) store.saveAccount(account);
    restoreAcceptedIds(file, connection, store, report);
    restoreSettledCosts(readSettled(file, report), store, report);
    // Last, because it removes batches that have no tasks.
    await marks.afterJournal();
    restartTrashTimes(db);
    markUnsentAsUnknown(store);
    giveUpKeys(db);
    emptyLog(db);
  } catch (error) {
    db.close();
    removeDatabase(building(file));
    throw error;
  }
  db.close();
  placeDatabase(building(file), rebuilt(file));
  // An empty log may be left.
  removeDatabase(building(file));
  const finished = finishRebuild(file, safety);
  const opened = openConnection(file);
  return { db: opened, recovery: recoveryOf(opened, backupMade !== null, finished?.quarantine ?? null) };
}

function recoveryOf(db: DatabaseSync, fromBackup: boolean, quarantine: string | null): Recovery {
  const pictures = Number(db.prepare(`SELECT count(*) AS n FROM images WHERE status = 'kept'`).get()?.['n']);
  return { from: fromBackup ? 'backup' : 'library', pictures, quarantine };
}

/**
 * Empties the write-ahead log, because the file is about to be moved. Leaving WAL mode would do the same, but only if no other connection has the file
 * open, and not every version of SQLite closes a file together with its connection.
 */
function emptyLog(db: DatabaseSync): void {
  const result = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (result?.['busy'] !== 0) throw new AppFailure('database-failed', 'the log of the rebuilt database is in use');
}

/**
 * An older copy may still have pictures in the trash that were restored later, and the start deletes whatever has been there for thirty days.
 * So the thirty days begin again.
 */
function restartTrashTimes(db: DatabaseSync): void {
  db.prepare('UPDATE images SET trashed_at = ? WHERE trashed_at IS NOT NULL').run(Date.now());
}

/**
 * An intent that an older copy holds as unsent may have been sent since. Sending it again could charge twice, so the person
 * decides. Until then its price counts as spent in each period of a budget, as that of every unknown outcome.
 */
function markUnsentAsUnknown(store: Store): void {
  const [prices, accounts] = [store.prices(), store.accounts()];
  for (const { task } of store.unfinishedTasks()) {
    if (task.state.status !== 'queued' && task.state.status !== 'submitting') continue;
    const rows = prices.find(({ accountId }) => accountId === task.accountId)?.rows ?? [];
    const by = (accounts.find(({ id }) => id === task.accountId)?.options ?? noOptions).pricedBy;
    const estimate = task.estimate ?? priceOf({ rows, by }, task.request);
    store.saveTask({ ...task, submittedAt: task.submittedAt ?? Date.now(), estimate, state: { status: 'unknown', reason: 'stopped-while-sending', said: { httpStatus: null, code: null, message: null } } });
  }
}

/**
 * What an older copy says of repetitions may be out of date: the task may have been sent with another key since, or again as often as it may be, or the
 * person may have decided about it. So nothing is sent again by itself.
 */
function giveUpKeys(db: DatabaseSync): void {
  db.prepare(`UPDATE tasks SET idempotency_key = NULL WHERE idempotency_key IS NOT NULL AND status = 'unknown'`).run();
}

/** Puts a finished rebuilt file in place, and keeps the old one in quarantine. Null if there is none. */
function finishRebuild(file: string, { quarantine, thumbnails }: Safety): { readonly quarantine: string | null } | null {
  if (!existsSync(rebuilt(file))) return null;
  // Thumbnails are stored by row number, and the numbers now belong to other pictures. If the process ends after this, the next start continues here.
  // They may just be looked at (peekThumbnails): Windows refuses to delete a file that is open, and elsewhere SQLite may add one meanwhile.
  rmSync(thumbnails, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  const aside = replaceDatabase(file, rebuilt(file), path.join(quarantine, new Date().toISOString().replace(/[:.]/g, '-')));
  rmSync(suspectMark(file), { force: true });
  return { quarantine: aside };
}

function building(file: string): string {
  return `${file}.rebuilding`;
}

function rebuilt(file: string): string {
  return `${file}.rebuilt`;
}

/** Copies a backup to `target`. False if the backup is damaged. */
function copyIfSound(backup: string, target: string, report: Report): boolean {
  try {
    copyDatabase(backup, target);
    const db = openConnection(target);
    const [fault] = findFaults(db);
    db.close();
    if (fault !== undefined) report(`A backup is damaged: ${backup}: ${fault}`);
    return fault === undefined;
  } catch (error) {
    report(`A backup could not be used: ${backup}: ${String(error)}`);
    return false;
  }
}

function partsOf(db: DatabaseSync, report: Report): { readonly connection: Connection; readonly store: Store; readonly replay: JournalReplay } {
  const { store } = createStore(db, report);
  const connection = createConnection(db);
  return { connection, store, replay: createJournalReplay(connection, store, report) };
}
