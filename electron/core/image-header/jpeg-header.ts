import { orientationIn, seenSize, type PictureHeader, type PixelSize } from './orientation.ts';
import { endsWith, windowOf, type ByteSource } from './byte-source.ts';

/** Bytes read at once in search of a marker, which is mostly near. */
const searchBytes = 4 * 1024;
/** A hostile file could have one in every four bytes. */
const maxSegments = 200_000;
const end = Buffer.from('ffd9', 'hex');
const exifName = 'Exif\0';

/** Reads the segments up to the compressed data. The first EXIF block says how the picture is turned. */
export async function inspectJpeg(file: ByteSource): Promise<PictureHeader | null> {
  const source = windowOf(file);
  let size: PixelSize | null = null;
  let orientation: number | null = null;
  let isWhole = false;
  for await (const { marker, from, to } of jpegSegments(source, maxSegments)) {
    // Compressed data cannot contain the end mark by chance.
    if (marker === compressed && size !== null) isWhole = await endsWith(file, end, to);
    const head = await source.read(from, 10);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame && head.length >= 9) size = { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    if (marker === 0xe1 && orientation === null && head.toString('latin1', 4, 9) === exifName) orientation = orientationIn(await source.read(from + 10, Math.max(to - from - 10, 0)));
  }
  return size && { ...seenSize(size, orientation ?? 1), isWhole };
}

/** A marker of a JPEG with its contents. */
export interface JpegSegment {
  /** The second byte of the marker. */
  readonly marker: number;
  readonly from: number;
  /** Where its contents end. The file may end before. */
  readonly to: number;
}

/** The marker before compressed data. */
export const compressed = 0xda;

/** Whether a marker has neither a length nor contents. */
export const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** The first `most` segments after the start mark. The compressed data comes last, or the end mark, which is left out. */
export async function* jpegSegments(source: ByteSource, most: number): AsyncGenerator<JpegSegment> {
  let at = await markerFrom(source, 2);
  for (let count = 0; at !== null && count < most; count += 1) {
    const head = await source.read(at, 4);
    const marker = head[1] ?? 0;
    if (head.length < 4 || marker === 0xd9) return;
    // Decoders take a length that is too short for one without contents.
    const to: number = at + 2 + (isBare(marker) ? 0 : Math.max(head.readUInt16BE(2), 2));
    yield { marker, from: at, to };
    if (marker === compressed) return;
    at = await markerFrom(source, to);
  }
}

/**
 * Where the next marker begins: its last 0xff, because any number of them may precede its code. Other bytes in between are skipped, as decoders do.
 * Null if there is none.
 */
export async function markerFrom(source: ByteSource, from: number): Promise<number | null> {
  const [first, second] = await source.read(from, 2);
  if (first === 0xff && second !== undefined && second !== 0xff && second !== 0) return from;
  let before = 0;
  for (let at = from; at < source.size; at += searchBytes) {
    const bytes = await source.read(at, searchBytes);
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      if (before === 0xff && byte !== 0xff && byte !== 0) return at + index - 1;
      before = byte;
    }
    if (bytes.length === 0) return null;
  }
  return null;
}
