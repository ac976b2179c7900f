import { orientationIn, seenSize, type PictureHeader, type PixelSize } from './orientation.ts';
import { endsWith, windowOf, type ByteSource } from './byte-source.ts';

/** Bytes read at once in search of a marker, which is mostly near. */
const searchBytes = 4 * 1024;
/** A hostile file could have one in every four bytes. */
const maxSegments = 200_000;
const end = Buffer.from('ffd9', 'hex');
const exifName = 'Exif\0';

/** Follows the segments up to the compressed data. The first EXIF block says how the picture is turned. */
export async function inspectJpeg(file: ByteSource): Promise<PictureHeader | null> {
  const source = windowOf(file);
  let size: PixelSize | null = null;
  let orientation: number | null = null;
  let at = await markerFrom(source, 2);
  for (let segments = 0; at !== null && segments < maxSegments; segments += 1) {
    const head = await source.read(at, 10);
    const marker = head[1] ?? 0;
    if (head.length < 4 || marker === 0xd9) break;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      // A marker without contents.
      at = await markerFrom(source, at + 2);
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame && head.length >= 9) size = { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    // Decoders take a length that is too short for one without contents.
    const length = Math.max(head.readUInt16BE(2), 2);
    if (marker === 0xe1 && orientation === null && head.toString('latin1', 4, 9) === exifName) orientation = orientationIn(await source.read(at + 10, Math.max(length - 8, 0)));
    at += 2 + length;
    // Compressed data follows. It cannot contain the end mark by chance.
    if (marker === 0xda) return size && { ...seenSize(size, orientation ?? 1), isWhole: await endsWith(file, end, at) };
    at = await markerFrom(source, at);
  }
  return size && { ...seenSize(size, orientation ?? 1), isWhole: false };
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
