import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppFailure } from '../../../shared/errors.ts';
import { readJournal } from '../../core/library/library-journal.ts';
import { listBackups } from '../backup/backups.ts';
import type { Safety } from '../client/database-contract.ts';
import { copyDatabase, removeDatabase } from '../backup/disk-files.ts';
import { failureDetails } from '../client/database-failures.ts';
import { headerOffsets, onlyVersionDiffers, readHeader, restoreHeader } from './file-header.ts';
import { hasOurTables } from './integrity.ts';
import { latestVersion } from '../schema/migrate.ts';

/**
 * Whether a refused file is ours after all, and only damage makes its header name another program or a later version.
 * Its path alone is no proof: a backup, an earlier quarantine or the library's journal must show that a history was
 * here, or the file must contain our tables. Reads copies only: a refused file must not change.
 */
export async function isOursDamaged(error: unknown, file: string, safety: Safety): Promise<boolean> {
  if (!(error instanceof AppFailure)) return false;
  switch (error.appError.detail) {
    case failureDetails.notOurs:
      return (await hasStoodHere(file, safety)) || (onCopy(file, hasOurTables) ?? false);
    case failureDetails.newerSchema:
      return onlyVersionDiffers(file) || contradictsItself(file) || !isSoundAndLater(file, safety.backups);
    default:
      return false;
  }
}

async function hasStoodHere(file: string, { backups, quarantine, libraries }: Safety): Promise<boolean> {
  if (listBackups(backups).length > 0) return true;
  if (existsSync(quarantine) && readdirSync(quarantine).some((name) => existsSync(path.join(quarantine, name, path.basename(file))))) return true;
  for (const root of libraries) if (await hasLine(root)) return true;
  return false;
}

async function hasLine(root: string): Promise<boolean> {
  try {
    for await (const line of readJournal(root)) if (line.intact) return true;
  } catch {
    // An unreachable library proves nothing.
  }
  return false;
}

/** SQLite writes both numbers at once, whatever it changes. */
function contradictsItself(file: string): boolean {
  const bytes = readHeader(file);
  return bytes.readUInt32BE(headerOffsets.changeCounter) !== bytes.readUInt32BE(headerOffsets.versionValidFor);
}

/** A damaged file of a later version, which its backups reveal, must be repaired by that version. */
function isSoundAndLater(file: string, backups: string): boolean {
  const sound = onCopy(file, (db) => {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version <= latestVersion) return false;
    return Object.values(db.prepare('PRAGMA integrity_check(1)').get() ?? {})[0] === 'ok';
  }, { asItIs: true });
  if (sound !== false) return true;
  const [newest] = listBackups(backups);
  return newest !== undefined && versionOf(newest) > latestVersion;
}

function versionOf(backup: string): number {
  const bytes = readHeader(backup);
  return bytes.length > headerOffsets.userVersion + 4 ? bytes.readUInt32BE(headerOffsets.userVersion) : 0;
}

/** What a look at a copy tells; false where it cannot be read as a database, null where there is no room for a copy. */
function onCopy(file: string, look: (db: DatabaseSync) => boolean, { asItIs = false } = {}): boolean | null {
  const copy = `${file}.doubted`;
  try {
    copyDatabase(file, copy);
    if (!asItIs) restoreHeader(copy);
  } catch {
    removeDatabase(copy);
    return null;
  }
  try {
    const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
      return look(db);
    } finally {
      db.close();
    }
  } catch {
    return false;
  } finally {
    removeDatabase(copy);
  }
}
