import type { ImageId } from '../../../shared/task.ts';
import { coloursLength, type BrokenReason } from '../../../shared/thumbnail.ts';
import { checksum } from './checksum.ts';

/**
 * The two kinds of record on disk. Both name their picture and carry a checksum, because they are written without waiting
 * for the disk: what a crash, a power cut or a bad sector made of them is told from what was meant, and made anew.
 * Numbers are little-endian.
 *
 * Index entry, 32 bytes: pack (2), state (1), reason (1), offset (4), length (4), colours (16), checksum (4).
 * Pack record: mark (4), picture (4), length (4), checksum (4), then the WebP bytes.
 */
export const entryLength = 32;
export const recordHeader = 16;

/** Changes with the form or the look of thumbnails: entries of another one are as good as none. */
const version = 1;
const recordMark = 0x3142_4854;

export interface Place {
  readonly pack: number;
  /** Byte at which the record begins. */
  readonly offset: number;
  /** Bytes of the thumbnail, without the record's header. */
  readonly length: number;
}

export type Entry =
  | { readonly state: 'none' }
  | { readonly state: 'kept'; readonly place: Place; readonly colours: Uint8Array }
  | { readonly state: 'broken'; readonly reason: StoredReason };

/** A missing file is not written down: it may come back. */
export type StoredReason = Exclude<BrokenReason, 'file-missing'>;

const reasons: readonly StoredReason[] = ['damaged', 'too-many-pixels', 'unreadable', 'kept-only'];
const states = { kept: 1, broken: 2 } as const;
const none: Entry = { state: 'none' };

// One for all: it is filled and read in one go, a million times in a row.
const about = Buffer.alloc(8);
about.writeUInt32LE(version, 0);

const entryChecksum = (id: ImageId, bytes: Buffer): number => {
  about.writeUInt32LE(id, 4);
  return checksum(bytes.subarray(0, entryLength - 4), checksum(about));
};

export function writeEntry(id: ImageId, entry: Entry): Buffer {
  const bytes = Buffer.alloc(entryLength);
  // All zeros, as a place that was never written.
  if (entry.state === 'none') return bytes;
  if (entry.state === 'kept') {
    bytes.writeUInt16LE(entry.place.pack, 0);
    bytes.writeUInt32LE(entry.place.offset, 4);
    bytes.writeUInt32LE(entry.place.length, 8);
    bytes.set(entry.colours.subarray(0, coloursLength), 12);
  } else {
    bytes.writeUInt8(reasons.indexOf(entry.reason), 3);
  }
  bytes.writeUInt8(states[entry.state], 2);
  bytes.writeUInt32LE(entryChecksum(id, bytes), entryLength - 4);
  return bytes;
}

/** `none` for whatever is not an entry of this picture. */
export function readEntry(id: ImageId, bytes: Buffer): Entry {
  if (bytes.length < entryLength || bytes[2] === 0 || bytes.readUInt32LE(entryLength - 4) !== entryChecksum(id, bytes)) return none;
  if (bytes[2] === states.kept) {
    const place = { pack: bytes.readUInt16LE(0), offset: bytes.readUInt32LE(4), length: bytes.readUInt32LE(8) };
    return { state: 'kept', place, colours: bytes.subarray(12, 12 + coloursLength) };
  }
  const reason = reasons[bytes[3] ?? -1];
  return reason === undefined ? none : { state: 'broken', reason };
}

const recordChecksum = (header: Buffer, thumbnail: Uint8Array): number => checksum(thumbnail, checksum(header.subarray(0, 12)));

export function writeRecord(id: ImageId, thumbnail: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(recordHeader + thumbnail.length);
  bytes.writeUInt32LE(recordMark, 0);
  bytes.writeUInt32LE(id, 4);
  bytes.writeUInt32LE(thumbnail.length, 8);
  bytes.writeUInt32LE(recordChecksum(bytes, thumbnail), 12);
  bytes.set(thumbnail, recordHeader);
  return bytes;
}

/** The thumbnail in a record; null unless all of it is there, as it was written, and of this picture. */
export function readRecord(id: ImageId, bytes: Buffer): Uint8Array | null {
  if (bytes.length < recordHeader || bytes.readUInt32LE(0) !== recordMark || bytes.readUInt32LE(4) !== id) return null;
  const thumbnail = bytes.subarray(recordHeader);
  if (bytes.readUInt32LE(8) !== thumbnail.length) return null;
  return bytes.readUInt32LE(12) === recordChecksum(bytes, thumbnail) ? thumbnail : null;
}
