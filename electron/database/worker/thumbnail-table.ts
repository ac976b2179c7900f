import { DatabaseSync } from 'node:sqlite';
import type { ImageId } from '../../../shared/task.ts';
import type { Found, StoredLook, StoredReason, Walked } from '../../core/thumbnails/thumbnail-store.ts';
import { removeDatabase } from '../sqlite/disk-files.ts';
import { inTransaction } from '../sqlite/statements.ts';

/** Raised when the schema or the look of thumbnails changes. A file of another version is deleted, because thumbnails can be made again. */
const version = 1;

/**
 * Colours and reasons have their own table. Those of adjacent pictures are then stored side by side, and can be read without
 * touching a thumbnail.
 */
const schema = `
  CREATE TABLE thumbnail (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE look (id INTEGER PRIMARY KEY, colours BLOB, broken TEXT) STRICT;
  CREATE TABLE walked (low INTEGER NOT NULL, high INTEGER NOT NULL) STRICT;
  PRAGMA user_version = ${version};`;

/** Free pages returned to the file system in one step, which takes a few milliseconds. */
const pagesPerStep = 1_024;

export type ThumbnailMethod = Exclude<keyof ThumbnailTable, 'close'>;

/** The calls of the thread. Each may throw SQLite's errors. */
export interface ThumbnailTable {
  read(id: ImageId): Found;
  look(ids: readonly ImageId[]): readonly StoredLook[];
  write(id: ImageId, thumbnail: Uint8Array, colours: Uint8Array | null): void;
  markBroken(id: ImageId, reason: StoredReason): void;
  forget(id: ImageId): void;
  walked(): Walked | null;
  setWalked(walked: Walked): void;
  /** True while free pages are left. */
  vacuum(): boolean;
  close(): void;
}

/**
 * Opens or creates the file. Thumbnails can be made again, so commits do not wait for the disk (`synchronous = NORMAL`),
 * and a file of another version is replaced by an empty one. Throws SQLite's errors.
 */
export function openThumbnails(file: string): ThumbnailTable {
  let db = new DatabaseSync(file);
  try {
    const found = db.prepare('PRAGMA user_version').get()?.['user_version'];
    if (found !== 0 && found !== version) {
      db.close();
      removeDatabase(file);
      db = new DatabaseSync(file);
    }
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216;');
    if (found !== version) db.exec(`BEGIN; ${schema} COMMIT;`);
    return tableOf(db);
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

function tableOf(db: DatabaseSync): ThumbnailTable {
  const readBytes = db.prepare('SELECT bytes FROM thumbnail WHERE id = ?');
  const readLook = db.prepare('SELECT colours, broken FROM look WHERE id = ?');
  const saveBytes = db.prepare('INSERT INTO thumbnail (id, bytes) VALUES (?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes');
  const saveLook = db.prepare('INSERT INTO look (id, colours, broken) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET colours = excluded.colours, broken = excluded.broken');
  const forgetBytes = db.prepare('DELETE FROM thumbnail WHERE id = ?');
  const forgetLook = db.prepare('DELETE FROM look WHERE id = ?');
  const readWalked = db.prepare('SELECT low, high FROM walked');
  const saveWalked = db.prepare('INSERT INTO walked (low, high) VALUES (?, ?)');

  const together = (work: () => void): void => inTransaction(db, work);
  const lookAt = (id: ImageId): StoredLook => {
    const row = readLook.get(id) as { colours: Uint8Array | null; broken: StoredReason | null } | undefined;
    if (row === undefined) return { state: 'none' };
    return row.broken === null ? { state: 'kept', colours: row.colours } : { state: 'broken', reason: row.broken };
  };

  return {
    read(id) {
      const row = readBytes.get(id);
      if (row !== undefined) return { state: 'kept', thumbnail: row['bytes'] as Uint8Array };
      const look = lookAt(id);
      return look.state === 'broken' ? look : { state: 'none' };
    },
    look: (ids) => ids.map(lookAt),
    write: (id, thumbnail, colours) =>
      together(() => {
        saveBytes.run(id, thumbnail);
        saveLook.run(id, colours, null);
      }),
    markBroken: (id, reason) =>
      together(() => {
        forgetBytes.run(id);
        saveLook.run(id, null, reason);
      }),
    forget: (id) =>
      together(() => {
        forgetBytes.run(id);
        forgetLook.run(id);
      }),
    walked() {
      const row = readWalked.get() as { low: number; high: number } | undefined;
      return row === undefined ? null : { from: row.low, to: row.high };
    },
    setWalked: ({ from, to }) =>
      together(() => {
        db.exec('DELETE FROM walked');
        saveWalked.run(from, to);
      }),
    vacuum() {
      const free = (): number => Number(db.prepare('PRAGMA freelist_count').get()?.['freelist_count']);
      const before = free();
      if (before > 0) db.exec(`PRAGMA incremental_vacuum(${pagesPerStep})`);
      return before > pagesPerStep;
    },
    close: () => db.close(),
  };
}
