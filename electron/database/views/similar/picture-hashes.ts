import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashLength } from '../../../../shared/windows/thumbnail-look.ts';
import type { ImageId } from '../../../../shared/task.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { Row } from '../../tables/tasks/task-rows.ts';
import { numbersIn } from '../number-list.ts';
import { createStride } from '../stride.ts';

/** Bytes of the colours that pictures are compared by: red, green and blue of five places. */
export const colourBytes = 15;

/** What pictures are compared by, indexed by picture id: 26 bytes a picture. The decoder computes it with each thumbnail, and the thumbnails' file keeps it. */
export interface PictureHashes {
  /** Pictures whose hash is known. */
  count: number;
  /** 1: the hash is known. */
  isKnown: Uint8Array;
  /** The halves of the hash. */
  low: Uint32Array;
  high: Uint32Array;
  colours: Uint8Array;
  /** Of the cells of flat pictures, which stay in the file (flat-cells.ts). 0: the picture is not flat. */
  checksums: Uint16Array;
}

interface Cached {
  hashes: PictureHashes;
  /** The row that was read last. */
  last: number;
  forget: NodeJS.Timeout | null;
}

const cache = new WeakMap<Connection, Cached>();

/** Milliseconds without a use after which the hashes are dropped, to save memory. */
const idleLimit = 120_000;

/**
 * The hashes of all pictures, from the file of the thumbnails beside the database. They are cached: a later call reads only new ones. Empty if the
 * file cannot be read. Each step opens the file, because the thumbnail thread may replace it.
 */
export function readHashes(connection: Connection): PictureHashes {
  const stride = createStride();
  const known = cachedIn(connection);
  for (let more = true; more; ) {
    connection.pause();
    more = stride((rows) => inFile(connection, (db) => readNext(db, known, rows)) ?? false);
  }
  return known.hashes;
}

/** How many pictures have a hash, or never get one because they cannot be shown. */
export const countCompared = (connection: Connection): number =>
  inFile(connection, (db) => Number(db.prepare('SELECT (SELECT count(*) FROM hash) + (SELECT count(*) FROM look WHERE broken IS NOT NULL) AS n').get()?.['n'])) ?? 0;

/** Whether there may be more. Adds a picture with its checksum or not at all, because a flat picture without one would be compared by its hash alone. */
function readNext(db: DatabaseSync, known: Cached, rows: number): boolean {
  db.exec('BEGIN');
  const newest = Number(db.prepare('SELECT max(row) AS newest FROM hash').get()?.['newest'] ?? 0);
  // The file was replaced, or pictures were removed.
  if (newest < known.last) Object.assign(known, { hashes: none(), last: 0 });
  const row = db
    .prepare(`SELECT group_concat(id) AS ids, group_concat(hex(bytes), '') AS bytes, max(row) AS last FROM (SELECT row, id, bytes FROM hash WHERE row > ? ORDER BY row LIMIT ?)`)
    .get(known.last, rows);
  const ids = numbersIn(row?.['ids']);
  if (ids.length === 0) return false;
  const last = Number(row?.['last']);
  const checksums = new Map<ImageId, number>();
  const flat = db.prepare('SELECT id, cells FROM hash WHERE row > ? AND row <= ? AND cells IS NOT NULL');
  for (const found of flat.iterate(known.last, last) as Iterable<Row>) checksums.set(Number(found['id']), checksumOf(found['cells'] as Uint8Array));
  add(known.hashes, ids, Buffer.from(String(row?.['bytes']), 'hex'), checksums);
  known.last = last;
  return ids.length === rows;
}

/** FNV-1a, folded to 16 bits, and never 0. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at += 1) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return ((sum >>> 16) ^ sum) & 0xffff || 1;
}

function add(hashes: PictureHashes, ids: Int32Array, bytes: Buffer, checksums: ReadonlyMap<ImageId, number>): void {
  const length = hashLength + colourBytes;
  grow(hashes, ids.reduce((most, id) => Math.max(most, id), 0) + 1);
  for (const [position, id] of ids.entries()) {
    const at = position * length;
    hashes.low[id] = bytes.readUInt32LE(at);
    hashes.high[id] = bytes.readUInt32LE(at + 4);
    hashes.colours.set(bytes.subarray(at + hashLength, at + length), id * colourBytes);
    hashes.checksums[id] = checksums.get(id) ?? 0;
    if (hashes.isKnown[id] === 0) hashes.count += 1;
    hashes.isKnown[id] = 1;
  }
}

function grow(hashes: PictureHashes, length: number): void {
  if (length <= hashes.isKnown.length) return;
  const size = Math.ceil(length * 1.1);
  const longer = <Values extends Uint8Array | Uint16Array | Uint32Array>(values: Values, into: Values): Values => {
    into.set(values);
    return into;
  };
  hashes.isKnown = longer(hashes.isKnown, new Uint8Array(size));
  hashes.low = longer(hashes.low, new Uint32Array(size));
  hashes.high = longer(hashes.high, new Uint32Array(size));
  hashes.colours = longer(hashes.colours, new Uint8Array(size * colourBytes));
  hashes.checksums = longer(hashes.checksums, new Uint16Array(size));
}

function cachedIn(connection: Connection): Cached {
  const known = cache.get(connection) ?? { hashes: none(), last: 0, forget: null };
  cache.set(connection, known);
  if (known.forget !== null) clearTimeout(known.forget);
  known.forget = setTimeout(() => cache.delete(connection), idleLimit).unref();
  return known;
}

const none = (): PictureHashes => ({ count: 0, isKnown: new Uint8Array(), low: new Uint32Array(), high: new Uint32Array(), colours: new Uint8Array(), checksums: new Uint16Array() });

function inFile<T>(connection: Connection, read: (db: DatabaseSync) => T): T | null {
  const file = hashesFile(connection);
  let db: DatabaseSync | null = null;
  try {
    db = openHashes(file);
    return read(db);
  } catch {
    // The file does not exist yet, has another version or is damaged. The thumbnail thread replaces it.
    return null;
  } finally {
    db?.close();
  }
}

/** The path of the thumbnails' file. Asks the connection, which may throw to stop the work, so it is not called where errors of the file are caught. */
export const hashesFile = ({ sql }: Connection): string => path.join(path.dirname(String(sql('PRAGMA database_list').get()?.['file'])), 'thumbnails', 'thumbnails.sqlite');

/** Opens the thumbnails' file. Throws SQLite's errors. */
export const openHashes = (file: string): DatabaseSync => new DatabaseSync(file, { readOnly: true });
