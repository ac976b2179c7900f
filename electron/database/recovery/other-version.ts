import { listBackups } from '../backup/backups.ts';
import { isDamage } from '../sqlite/database-failures.ts';
import { baselineVersion, latestVersion } from '../schema/migrate.ts';
import { headerLength, headerOffsets, readHeader } from '../sqlite/file-header.ts';
import { hasLatestSchema, isReadable } from '../schema/integrity.ts';
import { readUntrusted } from '../sqlite/disk-files.ts';

/**
 * Whether a file whose header names a version that this one cannot read was written by such a version. The file must not be rebuilt, because this version
 * would lose what it does not know. A flipped bit can name another version too, but it does not change the schema. If the file cannot be read, the newest
 * backup decides. So every step of `migrate.ts` has to change the schema.
 */
export function isOfOtherVersion(file: string, backups: string): boolean {
  try {
    return readUntrusted(file, (db) => !hasLatestSchema(db) && (isReadable(db) || isBackupOfOther(backups)));
  } catch (error) {
    // Without room for a copy, nothing is known, so nothing is changed.
    return !isDamage(error) || isBackupOfOther(backups);
  }
}

function isBackupOfOther(backups: string): boolean {
  const [newest] = listBackups(backups);
  if (newest === undefined) return false;
  const header = readHeader(newest);
  if (header.length !== headerLength) return false;
  const version = header.readUInt32BE(headerOffsets.userVersion);
  return version < baselineVersion || version > latestVersion;
}
