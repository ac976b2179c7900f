import { assertNever } from '../../../shared/result.ts';
import { isShown, type ImageType, type ShownType } from '../../../shared/task.ts';
import { inspectAvif } from './avif-header.ts';

/** A file that can be read at any position. */
export interface ByteSource {
  readonly size: number;
  /** Bytes from `offset`, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export interface PictureHeader extends PixelSize {
  /** Whether the file goes on to its end mark. If not, it may be shown in part, or whole: some programs forget the mark. */
  readonly isWhole: boolean;
}

/** Bytes read at once. */
const windowBytes = 64 * 1024;
/** Bytes read at once in search of a marker, which is mostly near. */
const searchBytes = 4 * 1024;
const maxSegments = 10_000;
const longestSide = 2 ** 31 - 1;

/**
 * Reads width and height from a picture's header, and follows the file to its end mark, because a connection may be cut without an error. Null if
 * the header gives no size. Decodes no pixels.
 */
export async function inspectImage(type: ShownType, source: ByteSource): Promise<PictureHeader | null> {
  const header = await inspect(type, source);
  return header !== null && isSide(header.width) && isSide(header.height) ? header : null;
}

export interface Delivery extends PictureHeader {
  readonly type: ImageType;
}

/**
 * What is known of a delivered file, by the type of its first bytes. A file without a readable size is only kept, like one of an unknown type:
 * otherwise nothing would keep a small file with countless pixels from the decoder. Width and height are then 1.
 */
export async function inspectDelivery(type: ImageType, source: ByteSource): Promise<Delivery> {
  const header = isShown(type) ? await inspectImage(type, source) : null;
  return header === null ? { type: isShown(type) ? 'bin' : type, width: 1, height: 1, isWhole: !isShown(type) } : { type, ...header };
}

function inspect(type: ShownType, source: ByteSource): Promise<PictureHeader | null> {
  switch (type) {
    case 'png':
      return inspectPng(source);
    case 'jpeg':
      return inspectJpeg(source);
    case 'gif':
      return inspectGif(source);
    case 'webp':
      return inspectWebp(source);
    case 'avif':
      return inspectAvif(source);
    default:
      return assertNever(type);
  }
}

function isSide(length: number): boolean {
  return length > 0 && length <= longestSide;
}

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

async function inspectPng(source: ByteSource): Promise<PictureHeader | null> {
  const head = await source.read(0, 33);
  if (head.length < 33 || head.readUInt32BE(8) !== 13 || head.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20), isWhole: await endsWith(source, pngEnd, 33) };
}

const jpegEnd = Buffer.from('ffd9', 'hex');

async function inspectJpeg(source: ByteSource): Promise<PictureHeader | null> {
  let size: PixelSize | null = null;
  let at: number | null = 2;
  for (let segments = 0; at !== null && segments < maxSegments; segments += 1) {
    const head = await source.read(at, 9);
    const marker = head[1] ?? 0;
    if (head.length < 4 || marker === 0xd9) break;
    if (head[0] !== 0xff || marker === 0 || marker === 0xff) {
      // Padding. Decoders go on at the next marker.
      at = await nextMarker(source, at + 1);
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      // A marker without contents.
      at += 2;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame && head.length === 9) size = { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    const length = head.readUInt16BE(2);
    if (length < 2) break;
    at += 2 + length;
    // Compressed data follows. It cannot contain the end mark by chance.
    if (marker === 0xda) return size && { ...size, isWhole: await endsWith(source, jpegEnd, at) };
  }
  return size && { ...size, isWhole: false };
}

/** Where the next byte is that may begin a marker. Null if there is none. */
async function nextMarker(source: ByteSource, from: number): Promise<number | null> {
  for (let at = from; at < source.size; at += searchBytes) {
    const found = (await source.read(at, searchBytes)).indexOf(0xff);
    if (found >= 0) return at + found;
  }
  return null;
}

async function inspectGif(source: ByteSource): Promise<PictureHeader | null> {
  const head = await source.read(0, 13);
  if (head.length < 13) return null;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8), isWhole: await hasTrailer(source, 13 + coloursOf(head[10] ?? 0)) };
}

/** Bytes of a colour table. */
function coloursOf(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

async function hasTrailer(source: ByteSource, from: number): Promise<boolean> {
  const byteAt = windowOf(source);
  for (let at = from; ; at += 1) {
    const kind = await byteAt(at);
    if (kind === 0x3b) return true;
    if (kind === 0x2c) at += 11 + coloursOf((await byteAt(at + 9)) ?? 0);
    else if (kind === 0x21) at += 2;
    else return false;
    // Blocks of up to 255 bytes, each after its length; zero ends them.
    for (let length = await byteAt(at); length !== 0; length = await byteAt(at)) {
      if (length === undefined) return false;
      at += 1 + length;
    }
  }
}

async function inspectWebp(source: ByteSource): Promise<PictureHeader | null> {
  const head = await source.read(0, 30);
  const size = head.length < 30 ? null : webpSize(head);
  return size && { ...size, isWhole: head.readUInt32LE(4) + 8 <= source.size };
}

function webpSize(head: Buffer): PixelSize | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (head.readUIntBE(23, 3) !== 0x9d012a) return null;
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (head[20] !== 0x2f) return null;
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Whether the mark occurs after `from`. Searches from the end, because some programs append their own data. */
async function endsWith(source: ByteSource, mark: Buffer, from: number): Promise<boolean> {
  for (let end = source.size; end > from; end -= windowBytes) {
    const start = Math.max(from, end - windowBytes);
    // The windows overlap, so that a mark across two of them is found.
    const bytes = await source.read(start, Math.min(end + mark.length - 1, source.size) - start);
    if (bytes.includes(mark)) return true;
  }
  return false;
}

/** Reads single bytes. Undefined after the end. */
function windowOf(source: ByteSource): (offset: number) => Promise<number | undefined> {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return async (offset) => {
    if (offset < start || offset >= start + bytes.length) {
      start = offset;
      bytes = await source.read(offset, windowBytes);
    }
    return bytes[offset - start];
  };
}
