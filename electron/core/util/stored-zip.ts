import type { EpochMs } from '../../../shared/task.ts';

/**
 * A ZIP file whose entries are not compressed, because pictures would not get smaller. Unlike with fflate, the file may be larger than 4 GB (ZIP64), a
 * failed entry leaves nothing behind, and writing can continue after a stop.
 */
export interface ZipEntry {
  /** With forward slashes. */
  readonly name: string;
  readonly crc: number;
  /** Fewer than 4 GB. */
  readonly bytes: number;
  /** Offset of its header. */
  readonly at: number;
  readonly modifiedAt: EpochMs;
}

const versionOf = (isLarge: boolean): number => (isLarge ? 45 : 20);
const utf8Names = 0x0800;
const most16 = 0xffff;
const most32 = 0xffff_ffff;
/** Directory entries that are written at once. */
const together = 1000;

/** The header of an entry. Its length does not depend on `crc` and `bytes`, so it can be overwritten when they are known. */
export function localHeader({ name, crc, bytes, modifiedAt }: Omit<ZipEntry, 'at'>): Buffer {
  const encoded = Buffer.from(name, 'utf8');
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(versionOf(false), 4);
  header.writeUInt16LE(utf8Names, 6);
  header.writeUInt32LE(dosTime(modifiedAt), 10);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(bytes, 18);
  header.writeUInt32LE(bytes, 22);
  header.writeUInt16LE(encoded.length, 26);
  return Buffer.concat([header, encoded]);
}

/** Yields the end of the file: the directory of all entries, which begins at `start`. */
export function* zipDirectory(entries: readonly ZipEntry[], start: number): Generator<Buffer> {
  let bytes = 0;
  for (let first = 0; first < entries.length; first += together) {
    const piece = Buffer.concat(entries.slice(first, first + together).map(directoryEntry));
    bytes += piece.length;
    yield piece;
  }
  const isLarge = entries.length >= most16 || start + bytes >= most32;
  if (isLarge) yield largeEnd(entries.length, start, bytes);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(entries.length, most16), 8);
  end.writeUInt16LE(Math.min(entries.length, most16), 10);
  end.writeUInt32LE(Math.min(bytes, most32), 12);
  end.writeUInt32LE(Math.min(start, most32), 16);
  yield end;
}

function directoryEntry({ name, crc, bytes, at, modifiedAt }: ZipEntry): Buffer {
  const encoded = Buffer.from(name, 'utf8');
  const isFar = at >= most32;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(versionOf(isFar), 4);
  entry.writeUInt16LE(versionOf(isFar), 6);
  entry.writeUInt16LE(utf8Names, 8);
  entry.writeUInt32LE(dosTime(modifiedAt), 12);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(bytes, 20);
  entry.writeUInt32LE(bytes, 24);
  entry.writeUInt16LE(encoded.length, 28);
  entry.writeUInt16LE(isFar ? 12 : 0, 30);
  entry.writeUInt32LE(Math.min(at, most32), 42);
  if (!isFar) return Buffer.concat([entry, encoded]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(at), 4);
  return Buffer.concat([entry, encoded, extra]);
}

/** The ZIP64 end record, and the record that points to it. */
function largeEnd(entries: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(versionOf(true), 12);
  end.writeUInt16LE(versionOf(true), 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(start + bytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** The local time in the format of ZIP, in steps of two seconds. */
function dosTime(at: EpochMs): number {
  const date = new Date(at);
  const year = Math.min(Math.max(date.getFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return day * 0x1_0000 + time;
}
