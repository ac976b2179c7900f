import { listBackups } from '../backup/backups.ts';
import { isDamage } from '../sqlite/database-failures.ts';
import { latestVersion } from '../schema/migrate.ts';
import { headerLength, headerOffsets, readHeader } from '../sqlite/file-header.ts';
import { hasLatestSchema, isReadable } from '../schema/integrity.ts';
import { readUntrusted } from '../sqlite/disk-files.ts';

/**
 * Whether a file whose header names a later version was written by one. Such a file must not be rebuilt, because this version would lose
 * what it does not know. A flipped bit can name a later version too, but it does not change the schema. If the file cannot be read, the newest
 * backup decides. So every migration has to change the schema.
 */
export function isOfLaterVersion(file: string, backups: string): boolean {
  try {
    return readUntrusted(file, (db) => !hasLatestSchema(db) && (isReadable(db) || isBackupLater(backups)));
  } catch (error) {
    // Without room for a copy, nothing is known, so nothing is changed.
    return !isDamage(error) || isBackupLater(backups);
  }
}

function isBackupLater(backups: string): boolean {
  const [newest] = listBackups(backups);
  if (newest === undefined) return false;
  const header = readHeader(newest);
  return header.length === headerLength && header.readUInt32BE(headerOffsets.userVersion) > latestVersion;
}
