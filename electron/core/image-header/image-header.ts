import { assertNever } from '../../../shared/result.ts';
import { isShown, type ImageType, type ShownType } from '../../../shared/task.ts';
import { inspectAvif } from './avif-header.ts';
import { pngChunks } from './chunks.ts';
import { inspectJpeg } from './jpeg-header.ts';
import { orientationIn, seenSize, type PictureHeader, type PixelSize } from './orientation.ts';
import { endsWith, windowOf, type ByteSource } from './byte-source.ts';

/** Bytes read at once. */
const windowBytes = 64 * 1024;
const longestSide = 2 ** 31 - 1;

/**
 * Reads a picture's width and height as it is seen, and follows the file to its end mark, because a connection may be cut without an error. Null if
 * the header gives no size. Decodes no pixels. What Chromium shows is the truth: it turns a picture by the EXIF of JPEG and PNG and by the boxes of AVIF,
 * and ignores the EXIF of WebP and AVIF. Chromium 114 ignores that of PNG too (the thumbnail corrects the size then).
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

/** No sound file has more chunks before its pixels. */
const maxChunks = 10_000;
/** The orientation is in the first directory, which is near the beginning. */
const maxExif = 64 * 1024;
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

async function inspectPng(source: ByteSource): Promise<PictureHeader | null> {
  const head = await source.read(0, 33);
  if (head.length < 33 || head.readUInt32BE(8) !== 13 || head.toString('latin1', 12, 16) !== 'IHDR') return null;
  const size = { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  return { ...seenSize(size, await pngOrientation(windowOf(source))), isWhole: await endsWith(source, pngEnd, 33) };
}

/** Only an EXIF block before the pixels counts. */
async function pngOrientation(source: ByteSource): Promise<number> {
  for await (const { type, from, length } of pngChunks(source, maxChunks)) {
    if (type === 'IDAT') break;
    if (type === 'eXIf') return orientationIn(await source.read(from + 8, Math.min(length, maxExif)));
  }
  return 1;
}

async function inspectGif(source: ByteSource): Promise<PictureHeader | null> {
  const head = await source.read(0, 13);
  if (head.length < 13) return null;
  const { first, isWhole } = await gifBlocks(source, 13 + colourTableBytes(head[10] ?? 0));
  // A first frame that is larger than the screen enlarges it.
  return { width: Math.max(head.readUInt16LE(6), first.width), height: Math.max(head.readUInt16LE(8), first.height), isWhole };
}

/** Bytes of the colour table that these flags of a GIF announce. */
export function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** How far the first frame reaches, and whether the blocks go on to the trailer. */
async function gifBlocks(source: ByteSource, from: number): Promise<{ readonly first: PixelSize; readonly isWhole: boolean }> {
  const byteAt = singleBytes(source);
  const numberAt = async (at: number): Promise<number> => ((await byteAt(at)) ?? 0) + 256 * ((await byteAt(at + 1)) ?? 0);
  let first: PixelSize | null = null;
  const found = (isWhole: boolean) => ({ first: first ?? { width: 0, height: 0 }, isWhole });
  for (let at = from; ; at += 1) {
    const kind = await byteAt(at);
    if (kind === 0x3b) return found(true);
    if (kind === 0x2c) {
      first ??= { width: (await numberAt(at + 1)) + (await numberAt(at + 5)), height: (await numberAt(at + 3)) + (await numberAt(at + 7)) };
      at += 11 + colourTableBytes((await byteAt(at + 9)) ?? 0);
    } else if (kind === 0x21) at += 2;
    else return found(false);
    // Blocks of up to 255 bytes, each after its length; zero ends them.
    for (let length = await byteAt(at); length !== 0; length = await byteAt(at)) {
      if (length === undefined) return found(false);
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

/** Reads single bytes. Undefined after the end. */
function singleBytes(source: ByteSource): (offset: number) => Promise<number | undefined> {
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
