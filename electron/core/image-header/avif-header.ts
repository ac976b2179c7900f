import { boxesIn, outerBoxes, type Box } from './avif-boxes.ts';
import type { PictureHeader, PixelSize } from './orientation.ts';
import type { ByteSource } from './byte-source.ts';

const maxMetaBytes = 4 * 1024 * 1024;

/**
 * AVIF is a tree of boxes (ISO 14496-12). `meta/iprp` has the properties of its parts, such as their sizes (`ispe`). The primary part is the picture;
 * others are tiles, a thumbnail or transparency. If it is not named, the largest is taken.
 */
export async function inspectAvif(source: ByteSource): Promise<PictureHeader | null> {
  const boxes: Box[] = [];
  for await (const box of outerBoxes(source)) boxes.push(box);
  const meta = boxes.find(({ type }) => type === 'meta');
  if (meta === undefined) return null;
  const bytes = await source.read(meta.start, Math.min(meta.end - meta.start, maxMetaBytes));
  // Like `ispe`, `meta` begins with four bytes of version and flags.
  const parts = boxesIn(bytes, 4, bytes.length);
  const inside = (outer: string, within: readonly Box[]): readonly Box[] => within.filter(({ type }) => type === outer).flatMap((box) => boxesIn(bytes, box.start, box.end));
  const properties = inside('iprp', parts);
  const values = inside('ipco', properties);
  const own = primaryProperties(bytes, parts, properties).flatMap((number) => values[number - 1] ?? []);
  const size = sizeAmong(bytes, own) ?? sizeAmong(bytes, values);
  const hasData = [...boxes, ...parts].some(({ type }) => type === 'mdat' || type === 'idat');
  return size && { ...transformed(bytes, own, size), isWhole: boxes.at(-1)?.end === source.size && hasData };
}

/** The largest size. */
function sizeAmong(bytes: Buffer, properties: readonly Box[]): PixelSize | null {
  return properties
    .filter(({ type, start, end }) => type === 'ispe' && end - start >= 12)
    .map(({ start }) => ({ width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) }))
    .reduce<PixelSize | null>((most, size) => (most === null || areaOf(size) > areaOf(most) ? size : most), null);
}

/** The numbers of the primary part's properties, from 1. Empty if the file does not say which part that is. */
function primaryProperties(bytes: Buffer, parts: readonly Box[], properties: readonly Box[]): readonly number[] {
  const primary = parts.find(({ type }) => type === 'pitm');
  const lists = properties.find(({ type }) => type === 'ipma');
  if (primary === undefined || lists === undefined) return [];
  // A read beyond the box gives zeros, which name nothing.
  const number = (at: number, length: number): number => (at + length > Math.min(lists.end, bytes.length) ? 0 : bytes.readUIntBE(at, length));
  const idAt = primary.start + 4;
  const idLength = bytes[primary.start] === 0 ? 2 : 4;
  const id = idAt + idLength > primary.end ? -1 : bytes.readUIntBE(idAt, idLength);
  const [itemLength, entryLength] = [bytes[lists.start] === 0 ? 2 : 4, (number(lists.start + 3, 1) & 1) === 1 ? 2 : 1];
  const count = number(lists.start + 4, 4);
  let at = lists.start + 8;
  for (let entry = 0; entry < count && at < lists.end; entry += 1) {
    const item = number(at, itemLength);
    const entries = number(at + itemLength, 1);
    at += itemLength + 1;
    // The first bit says whether the property is essential.
    if (item === id) return Array.from({ length: entries }, (_, index) => number(at + index * entryLength, entryLength) & (entryLength === 2 ? 0x7fff : 0x7f));
    at += entries * entryLength;
  }
  return [];
}

/** The size after the crop and the rotation. Chromium follows a crop (`clap`) only if it begins at the top left; then its centre is off by half of what it leaves out. */
function transformed(bytes: Buffer, properties: readonly Box[], size: PixelSize): PixelSize {
  const crop = properties.find(({ type, start, end }) => type === 'clap' && end - start >= 32);
  const quarters = properties.find(({ type, start, end }) => type === 'irot' && end > start);
  const cropped = crop === undefined ? size : croppedTo(bytes, crop.start, size);
  return quarters !== undefined && ((bytes[quarters.start] ?? 0) & 1) === 1 ? { width: cropped.height, height: cropped.width } : cropped;
}

function croppedTo(bytes: Buffer, at: number, size: PixelSize): PixelSize {
  const ratio = (from: number): number => bytes.readInt32BE(from) / bytes.readUInt32BE(from + 4);
  const [width, height, x, y] = [ratio(at), ratio(at + 8), ratio(at + 16) + (size.width - ratio(at)) / 2, ratio(at + 24) + (size.height - ratio(at + 8)) / 2];
  return x === 0 && y === 0 && Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0 ? { width, height } : size;
}

function areaOf({ width, height }: PixelSize): number {
  return width * height;
}
