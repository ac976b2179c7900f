/** EXIF as a TIFF structure: the orientation, and the comment that other tools read. */

const tag = { orientation: 0x0112, exifDirectory: 0x8769, userComment: 0x9286 } as const;
const kind = { short: 3, long: 4, undefined: 7 } as const;
const entryBytes = 12;
const mostEntries = 1000;

/** Bytes of a directory entry. */
type Entry = Buffer;

/** Builds a structure that contains only the orientation. */
export function onlyOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(tag.orientation, 10);
  tiff.writeUInt16BE(kind.short, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/**
 * Adds a comment to everything that `tiff` contains. New directories go to the end, so that existing offsets stay valid. An existing comment stays. A
 * missing or damaged structure is replaced.
 */
export function withUserComment(tiff: Buffer | null, comment: string): Buffer {
  const base = tiff ?? Buffer.from('MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1');
  const order = orderOf(base);
  const first = order?.entriesAt(order.u32(4)) ?? null;
  if (order === null || first === null) return withUserComment(null, comment);
  const link = first.entries.find((entry) => order.tagOf(entry) === tag.exifDirectory);
  const second = link === undefined ? { entries: [], next: 0 } : order.entriesAt(order.u32Of(link, 8));
  if (second === null) return withUserComment(null, comment);
  if (second.entries.some((entry) => order.tagOf(entry) === tag.userComment)) return base;
  const text = Buffer.from(comment.toWellFormed(), 'utf16le');
  const value = Buffer.concat([Buffer.from('UNICODE\0', 'latin1'), order.isLittle ? text : text.swap16()]);
  const start = base.length + (base.length % 2);
  const exifAt = start + value.length;
  const exif = order.directory([...second.entries, order.entry(tag.userComment, kind.undefined, value.length, start)], 0);
  const others = first.entries.filter((entry) => entry !== link);
  const main = order.directory([...others, order.entry(tag.exifDirectory, kind.long, 1, exifAt)], first.next);
  const head = Buffer.from(base.subarray(0, 8));
  order.put32(head, 4, exifAt + exif.length);
  return Buffer.concat([head, base.subarray(8), Buffer.alloc(start - base.length), value, exif, main]);
}

/** Reads and writes numbers in the byte order of a TIFF structure. Null if the bytes are not TIFF. */
function orderOf(tiff: Buffer) {
  const mark = tiff.toString('latin1', 0, 4);
  if (tiff.length < 8 || (mark !== 'II*\0' && mark !== 'MM\0*')) return null;
  const isLittle = mark.startsWith('I');
  const u16Of = (bytes: Buffer, at: number): number => (at + 2 > bytes.length ? 0 : isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32Of = (bytes: Buffer, at: number): number => (at + 4 > bytes.length ? 0 : isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const put16 = (bytes: Buffer, at: number, value: number): unknown => (isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at));
  const put32 = (bytes: Buffer, at: number, value: number): unknown => (isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at));
  const tagOf = (entry: Entry): number => u16Of(entry, 0);
  return {
    isLittle,
    tagOf,
    u16Of,
    u32Of,
    put32,
    u32: (at: number): number => u32Of(tiff, at),
    /** The entries of a directory, and the offset of the next directory. Null if the directory is not inside the structure. */
    entriesAt(at: number): { readonly entries: readonly Entry[]; readonly next: number } | null {
      const count = u16Of(tiff, at);
      const end = at + 2 + count * entryBytes;
      if (at < 8 || count > mostEntries || end + 4 > tiff.length) return null;
      const entries = Array.from({ length: count }, (_, index) => tiff.subarray(at + 2 + index * entryBytes, at + 2 + (index + 1) * entryBytes));
      return { entries, next: u32Of(tiff, end) };
    },
    entry(number: number, type: number, count: number, value: number): Entry {
      const bytes = Buffer.alloc(entryBytes);
      put16(bytes, 0, number);
      put16(bytes, 2, type);
      put32(bytes, 4, count);
      put32(bytes, 8, value);
      return bytes;
    },
    directory(entries: readonly Entry[], next: number): Buffer {
      const head = Buffer.alloc(2);
      put16(head, 0, entries.length);
      const tail = Buffer.alloc(4);
      put32(tail, 0, next);
      return Buffer.concat([head, ...entries.toSorted((a, b) => tagOf(a) - tagOf(b)), tail]);
    },
  };
}
