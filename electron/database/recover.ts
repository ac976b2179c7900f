import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppFailure } from '../../shared/errors.ts';
import { readJournal, type JournalSizes } from '../core/library/library-journal.ts';
import { libraryPictures } from '../core/library/library-scan.ts';
import type { Clock } from '../core/ports.ts';
import { createSystemClock } from '../core/system-clock.ts';
import { acceptedIdsFile, restoreAcceptedIds } from './accepted-ids.ts';
import { createAdoption, type Adoption } from './adoption.ts';
import { backupTime, listBackups, suspectMark } from './backups.ts';
import { takeComparedNote, type Compared } from './compared-note.ts';
import { openConnection } from './connection.ts';
import type { Recovery, Report, Safety, Store } from './contract.ts';
import { isOursDamaged } from './damaged-header.ts';
import { copyDatabase, placeDatabase, removeDatabase, replaceDatabase } from './disk-files.ts';
import { failureDetails, isDamage } from './failures.ts';
import { sizeOf } from './file-header.ts';
import { findFaults, isSmall } from './integrity.ts';
import { journalsInTime } from './journals-in-time.ts';
import { adoptMarks } from './marks-adoption.ts';
import { salvage } from './salvage.ts';
import { createConnection, type Connection } from './statements.ts';
import { createStore } from './store.ts';

export interface Opened {
  readonly db: DatabaseSync;
  /** What had to be done for it; null: nothing. */
  readonly recovery: Recovery | null;
  /** What the journals and the history agree in now. */
  readonly compared: Compared;
}

/**
 * Up to this length, about 8,000 pictures, what is new in the journals since the last start is compared with the history. More of it, as all that a large
 * library has after a run that did not end in order, is not: the start would wait for all of it, to find next to nothing. Commits are on the disk
 * before anybody hears of them, and a picture that was between its line and its row is fetched or imported again.
 */
const quickJournalBytes = 8 * 1024 * 1024;

/** Milliseconds that a start waits for the disks of the library folders: one of them may never answer. */
const patience = 3_000;
/** The same where a history is put together anew. What were left out of it might never be looked for again, and a disk may have to wake up. */
const patienceToRecover = 30_000;

/**
 * Opens the database. One that is damaged, or gone while its backups or pictures are not, is put together anew: from the
 * newest sound backup, what can be read of the damaged file, the library's journal, its pictures, its copy of the marks, and the second record
 * of accepted ids, in this order.
 * One that is newer, foreign or out of reach is refused as ever: it is not broken. What only looks so is (`damaged-header.ts`). A library folder
 * whose disk does not answer is left out by a history that is sound, and refused, by its name, by one that has to be put together.
 */
export async function openOrRecover(file: string, safety: Safety, report: Report, clock: Pick<Clock, 'after'> = createSystemClock()): Promise<Opened> {
  finishInterrupted(file, safety);
  if (sizeOf(file) === 0 && (await hasTraces(file, safety, clock))) return recover(file, safety, report, clock);
  try {
    const db = openConnection(file);
    try {
      const before = takeComparedNote(file);
      checkAll(db, file);
      const { connection, store } = partsOf(db, report);
      restoreAcceptedIds(file, connection, store, report);
      // Of a small one all is compared each time: a bit of a row may have been flipped.
      return { db, recovery: null, compared: await mend(db, safety, isSmall(db) ? {} : before, report, clock) };
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if (!isDamage(error) && !(await isOursDamaged(error, file, safety))) throw error;
    report(`The database is damaged: ${error instanceof Error ? error.message : String(error)}`);
    return recover(file, safety, report, clock);
  }
}

/** Whether there is anything to put a history together from. A folder without is a first start. */
async function hasTraces(file: string, { backups, libraries }: Safety, clock: Pick<Clock, 'after'>): Promise<boolean> {
  if (listBackups(backups).length > 0 || sizeOf(acceptedIdsFile(file)) > 0) return true;
  await refuseSilent(libraries, clock);
  for (const root of libraries) {
    if (await hasAny(readJournal(root)).catch(() => false)) return true;
    if (await hasAny(libraryPictures(root))) return true;
  }
  return false;
}

/** @throws AppFailure `database-failed` with the first folder whose disk does not answer: without it a history would be shown as smaller than it is. */
async function refuseSilent(libraries: readonly string[], clock: Pick<Clock, 'after'>): Promise<void> {
  const answers = await journalsInTime(libraries, clock, patienceToRecover);
  const silent = libraries.find((root) => !answers.has(root));
  if (silent !== undefined) throw new AppFailure('database-failed', `${failureDetails.silent}: ${silent}`);
}

async function hasAny(items: AsyncGenerator): Promise<boolean> {
  const { done } = await items.next();
  await items.return(undefined);
  return done !== true;
}

/** All of a small file is read, indexes and counts too; of a large one when an earlier run met damage in it. */
function checkAll(db: DatabaseSync, file: string): void {
  if (!isSmall(db) && !existsSync(suspectMark(file))) return;
  const [fault] = findFaults(db);
  if (fault !== undefined) throw new AppFailure('database-failed', `${failureDetails.corrupt}: ${fault}`);
  rmSync(suspectMark(file), { force: true });
}

/**
 * A process that ended between journal and row, or a log whose end was lost, leaves pictures that have no row. What is too much to be compared
 * counts as compared: else nothing that comes after it would ever be.
 */
async function mend(db: DatabaseSync, { libraries }: Safety, before: Compared, report: Report, clock: Pick<Clock, 'after'>): Promise<Compared> {
  const compared: Record<string, JournalSizes> = {};
  let bytes = 0;
  const answers = await journalsInTime(libraries, clock, patience);
  for (const root of libraries) {
    // A folder that is out of reach now is compared when it is back.
    const sizes = answers.get(root) ?? before[root] ?? {};
    for (const [name, size] of Object.entries(sizes)) bytes += Math.max(size - (before[root]?.[name] ?? 0), 0);
    compared[root] = sizes;
    if (!answers.has(root)) report(`The journal in ${root} was not compared with the history: its disk does not answer`);
  }
  const due = bytes > 0 && bytes <= quickJournalBytes;
  if (bytes > quickJournalBytes) report(`The journals have ${bytes} bytes that may be new to the history: too much for a start, so they were not compared`);
  const within = libraries.filter((root) => answers.has(root));
  return !due || (await partsOf(db, report).adoption.journals(within, 'rows', before)) ? compared : {};
}

/** A backup may be sound in SQLite's eyes and still be of no use, a column's name changed by one bit: then another is tried. */
async function recover(file: string, safety: Safety, report: Report, clock: Pick<Clock, 'after'>): Promise<Opened> {
  await refuseSilent(safety.libraries, clock);
  for (const backup of listBackups(safety.backups)) {
    if (!takeIfSound(backup, building(file), report)) continue;
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
 * Everything happens in a file aside; the places are changed at the end, and finished at the next start if need be.
 * @param backupMade when the backup was made that is built on, milliseconds since the epoch; null: there is none
 */
async function rebuild(file: string, backupMade: number | null, safety: Safety, report: Report): Promise<Opened> {
  const db = openConnection(building(file));
  try {
    // A crash here starts over: only the whole file must be on the disk.
    db.exec('PRAGMA synchronous = OFF');
    const { connection, store, adoption } = partsOf(db, report);
    if (sizeOf(file) > 0) salvage(file, store, adoption, report);
    await adoption.journals(safety.libraries, 'journal');
    await adoption.strays(safety.libraries, safety.owner);
    adoption.expectMissing();
    await adoptMarks(connection, { ...safety, since: backupMade ?? 0 }, report);
    beginTrashAnew(db);
    for (const account of safety.accounts) if (!store.accounts().some(({ id }) => id === account.id)) store.saveAccount(account);
    restoreAcceptedIds(file, connection, store, report);
    doubtWhatWasNotSent(store);
    intoOneFile(db);
  } catch (error) {
    db.close();
    removeDatabase(building(file));
    throw error;
  }
  db.close();
  placeDatabase(building(file), rebuilt(file));
  const quarantine = finishInterrupted(file, safety);
  const opened = openConnection(file);
  const pictures = Number(opened.prepare(`SELECT count(*) AS n FROM images WHERE status = 'kept'`).get()?.['n']);
  return { db: opened, recovery: { from: backupMade === null ? 'library' : 'backup', pictures, quarantine }, compared: {} };
}

/** Leaves nothing in a log beside the file: it is about to be moved. Not every SQLite does that when it closes. */
function intoOneFile(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = DELETE');
}

/**
 * An older copy may have in the trash what was restored since, and what has been there for thirty days is deleted at the start: a person gets
 * these days once more to look.
 */
function beginTrashAnew(db: DatabaseSync): void {
  db.prepare('UPDATE images SET trashed_at = ? WHERE trashed_at IS NOT NULL').run(Date.now());
}

/**
 * An intent that was still unsent in what was found may have been sent after that was written. Sending it again could be
 * paid twice, so a person decides.
 */
function doubtWhatWasNotSent(store: Store): void {
  for (const { task } of store.unfinishedTasks()) {
    if (task.state.status !== 'queued' && task.state.status !== 'submitting') continue;
    store.saveTask({ ...task, state: { status: 'unknown', reason: 'stopped-while-sending', said: { httpStatus: null, code: null, message: null } } });
  }
}

/** Puts a whole rebuilt file in its place and the old one into quarantine, where it is kept. */
function finishInterrupted(file: string, { quarantine }: Safety): string | null {
  if (!existsSync(rebuilt(file))) return null;
  const aside = replaceDatabase(file, rebuilt(file), path.join(quarantine, new Date().toISOString().replace(/[:.]/g, '-')));
  rmSync(suspectMark(file), { force: true });
  return aside;
}

function building(file: string): string {
  return `${file}.rebuilding`;
}

function rebuilt(file: string): string {
  return `${file}.rebuilt`;
}

function takeIfSound(backup: string, target: string, report: Report): boolean {
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

function partsOf(db: DatabaseSync, report: Report): { readonly connection: Connection; readonly store: Store; readonly adoption: Adoption } {
  const store = createStore(db, report);
  const connection = createConnection(db);
  return { connection, store, adoption: createAdoption(connection, store, report) };
}
