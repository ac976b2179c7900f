import { DatabaseSync } from 'node:sqlite';
import type { ImageId } from '../../../shared/task.ts';
import { coloursLength, hashLength } from '../../../shared/windows/thumbnail-look.ts';
import type { Found, StoredLook, StoredReason } from '../../core/thumbnails/thumbnail-store.ts';
import { removeDatabase } from '../sqlite/disk-files.ts';
import { inTransaction } from '../sqlite/transaction.ts';

/** Raised when the schema, the look of thumbnails or the hash changes. A file of another version is deleted, because thumbnails can be made again. */
const version = 4;

/**
 * Colours and reasons have their own table. Those of adjacent pictures are then stored side by side, and can be read without
 * touching a thumbnail. `hash` has what pictures are compared by: the hash, then the colours; and the cells of flat pictures. Its row numbers grow with
 * each write, so that the reader (electron/database/views/similar/) reads only what is new.
 */
const schema = `
  CREATE TABLE thumbnail (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE look (id INTEGER PRIMARY KEY, colours BLOB, broken TEXT) STRICT;
  CREATE TABLE walked (newest INTEGER NOT NULL) STRICT;
  CREATE TABLE hash (row INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE, bytes BLOB NOT NULL, cells BLOB) STRICT;
  PRAGMA user_version = ${version};`;

/** Free pages returned to the file system in one step, which takes a few milliseconds. */
const pagesPerStep = 1_024;

/** Thumbnails deleted in one step, which takes some milliseconds. */
const clearedPerStep = 500;

/** The calls of an open file. Each may throw SQLite's errors. */
export type ThumbnailTable = ReturnType<typeof tableOf>;

/** The calls of the thread. */
export interface ThumbnailCalls extends ThumbnailTable {
  readonly peek: (ids: readonly ImageId[]) => readonly (Uint8Array | null)[];
}

/**
 * Opens or creates the file. Thumbnails can be made again, so commits do not wait for the disk (`synchronous = NORMAL`),
 * and a file of another version is replaced by an empty one. Throws SQLite's errors.
 */
export function openThumbnails(file: string): ThumbnailTable {
  let db = new DatabaseSync(file);
  try {
    let found = db.prepare('PRAGMA user_version').get()?.['user_version'];
    if (found !== 0 && found !== version) {
      db.close();
      removeDatabase(file);
      db = new DatabaseSync(file);
      found = 0;
    }
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216;');
    if (found === 0) db.exec(`BEGIN; ${schema} COMMIT;`);
    return tableOf(db);
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

/**
 * Thumbnails that are there now, in the order of the ids, from a connection that closes at once and changes no data: the history may yet be rebuilt, which
 * deletes the file. Null for one that is missing. Throws SQLite's errors.
 */
export function peekThumbnails(file: string, ids: readonly ImageId[]): readonly (Uint8Array | null)[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    if (db.prepare('PRAGMA user_version').get()?.['user_version'] !== version) return [];
    const bytes = db.prepare('SELECT bytes FROM thumbnail WHERE id = ?');
    return ids.map((id) => (bytes.get(id)?.['bytes'] as Uint8Array | undefined) ?? null);
  } finally {
    db.close();
  }
}

/** The hash, and the colours without the byte that says that they are known; then the cells, if there are any. */
const compared = (colours: Uint8Array, hash: Uint8Array): readonly [bytes: Uint8Array, cells: Uint8Array | null] => [
  Uint8Array.of(...hash.subarray(0, hashLength), ...colours.subarray(1, coloursLength)),
  hash.length > hashLength ? hash.subarray(hashLength) : null,
];

function tableOf(db: DatabaseSync) {
  const readBytes = db.prepare('SELECT bytes FROM thumbnail WHERE id = ?');
  const readLook = db.prepare('SELECT colours, broken FROM look WHERE id = ?');
  const saveBytes = db.prepare('INSERT INTO thumbnail (id, bytes) VALUES (?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes');
  const saveLook = db.prepare('INSERT INTO look (id, colours, broken) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET colours = excluded.colours, broken = excluded.broken');
  const forgetBytes = db.prepare('DELETE FROM thumbnail WHERE id = ?');
  const clearBytes = db.prepare('DELETE FROM thumbnail WHERE id IN (SELECT id FROM thumbnail LIMIT ?)');
  const forgetLook = db.prepare('DELETE FROM look WHERE id = ?');
  const saveHash = db.prepare('INSERT OR REPLACE INTO hash (id, bytes, cells) VALUES (?, ?, ?)');
  const forgetHash = db.prepare('DELETE FROM hash WHERE id = ?');
  const readWalked = db.prepare('SELECT newest FROM walked');
  const saveWalked = db.prepare('INSERT INTO walked (newest) VALUES (?)');

  const together = (work: () => void): void => inTransaction(db, work);
  const lookAt = (id: ImageId): StoredLook => {
    const row = readLook.get(id) as { colours: Uint8Array | null; broken: StoredReason | null } | undefined;
    if (row === undefined) return { state: 'none' };
    return row.broken === null ? { state: 'kept', colours: row.colours } : { state: 'broken', reason: row.broken };
  };

  return {
    read(id: ImageId): Found {
      const row = readBytes.get(id);
      if (row !== undefined) return { state: 'kept', thumbnail: row['bytes'] as Uint8Array };
      const look = lookAt(id);
      return look.state === 'broken' ? look : { state: 'none' };
    },
    look: (ids: readonly ImageId[]): readonly StoredLook[] => ids.map(lookAt),
    write: (id: ImageId, thumbnail: Uint8Array, colours: Uint8Array | null, hash: Uint8Array | null) =>
      together(() => {
        saveBytes.run(id, thumbnail);
        saveLook.run(id, colours, null);
        if (colours !== null && hash !== null) saveHash.run(id, ...compared(colours, hash));
      }),
    markBroken: (id: ImageId, reason: StoredReason) =>
      together(() => {
        forgetBytes.run(id);
        forgetHash.run(id);
        saveLook.run(id, null, reason);
      }),
    forget: (id: ImageId) =>
      together(() => {
        forgetBytes.run(id);
        forgetHash.run(id);
        forgetLook.run(id);
      }),
    walked(): ImageId | null {
      const row = readWalked.get() as { newest: number } | undefined;
      return row?.newest ?? null;
    },
    setWalked: (newest: ImageId) =>
      together(() => {
        db.exec('DELETE FROM walked');
        saveWalked.run(newest);
      }),
    /** Deletes thumbnails, and keeps what is known of the pictures. True while some are left. */
    clear: (): boolean => Number(clearBytes.run(clearedPerStep).changes) === clearedPerStep,
    /** Empties the log, so that the file is on the disk as small as it is. */
    emptyLog: (): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    /** True while free pages are left. */
    vacuum(): boolean {
      const free = (): number => Number(db.prepare('PRAGMA freelist_count').get()?.['freelist_count']);
      const before = free();
      if (before > 0) db.exec(`PRAGMA incremental_vacuum(${pagesPerStep})`);
      return before > pagesPerStep;
    },
    close: (): void => db.close(),
  };
}
