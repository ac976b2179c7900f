import type { ByteSource } from '../../image-header/byte-source.ts';
import { extensionName, exifName, photoshopName, xmpName } from '../reading/containers/jpeg-segments.ts';
import { a1111Text } from './a1111-text.ts';
import { compressed, isBare, jpegSegments, markerFrom, type JpegSegment } from '../../image-header/jpeg-header.ts';
import { orientationIn } from '../../image-header/orientation.ts';
import { onlyOrientation, withUserComment } from './exif-block.ts';
import type { PictureFacts } from './picture-facts.ts';
import { mostParts, PieceList, readWhole, Unwritable, type Piece } from './pieces.ts';
import { xmpPackets } from './xmp-packet.ts';

/** The most bytes in a segment after its marker and length. */
const mostData = 65_533;
const scanBytes = 64 * 1024;
const iccName = 'ICC_PROFILE\0';
const jfifName = 'JFIF\0';

interface Segment extends JpegSegment {
  /** The first bytes of its content. */
  readonly head: string;
}

/** The pieces of a JPEG copy that contains these facts, or (null) no metadata. Throws Unwritable. */
export async function jpegPieces(source: ByteSource, facts: PictureFacts | null): Promise<readonly Piece[]> {
  const { segments, scanAt } = await segmentsOf(source);
  const exif = segments.find(({ marker, head }) => marker === 0xe1 && head.startsWith(exifName));
  const tiff = exif === undefined ? null : (await readWhole(source, exif.from, exif.to - exif.from)).subarray(4 + exifName.length);
  const list = new PieceList();
  list.keep(0, 2);
  const jfif = segments.find(({ marker, head }) => marker === 0xe0 && head.startsWith(jfifName));
  if (jfif) list.keep(jfif.from, jfif.to);
  if (facts === null) {
    const orientation = tiff === null ? 1 : orientationIn(tiff);
    if (orientation > 1) list.add(segment(0xe1, exifName, onlyOrientation(orientation)));
    for (const one of segments) if (one !== jfif && isOfPixels(one)) list.keep(one.from, one.to);
    await keepScans(source, scanAt, list);
    return list.pieces;
  }
  const commented = withUserComment(tiff, a1111Text(facts));
  const fits = commented.length + exifName.length <= mostData;
  if (fits) list.add(segment(0xe1, exifName, commented));
  addXmp(list, facts);
  const iptc = segments.some(isPhotoshop) ? null : iptcSegment(facts);
  if (iptc && iptc.length <= mostData) list.add(segment(0xed, '', iptc));
  for (const one of segments) if (one !== jfif && !isXmp(one) && !(one === exif && fits)) list.keep(one.from, one.to);
  list.keep(scanAt, source.size);
  return list.pieces;
}

/** The segments before the compressed data, and the offset of that data. */
async function segmentsOf(source: ByteSource): Promise<{ readonly segments: readonly Segment[]; readonly scanAt: number }> {
  const segments: Segment[] = [];
  for await (const one of jpegSegments(source, mostParts)) {
    if (one.marker === compressed) return { segments, scanAt: one.from };
    if (isBare(one.marker)) throw new Unwritable('an unexpected marker');
    segments.push({ ...one, head: await headOf(source, one) });
  }
  throw new Unwritable('no compressed data');
}

/** The first bytes of a segment's contents. */
async function headOf(source: ByteSource, { from, to }: JpegSegment): Promise<string> {
  return (await readWhole(source, from + 4, Math.min(to - from - 4, 40))).toString('latin1');
}

const isXmp = ({ marker, head }: Segment): boolean => marker === 0xe1 && (head.startsWith(xmpName) || head.startsWith(extensionName));
const isPhotoshop = ({ marker, head }: Segment): boolean => marker === 0xed && head.startsWith(photoshopName);

/** The segments that a stripped copy keeps: tables, frames, the colour profile and Adobe's colour transform. */
function isOfPixels({ marker, head }: Pick<Segment, 'marker' | 'head'>): boolean {
  if (marker === 0xe2) return head.startsWith(iccName);
  if (marker === 0xee) return head.startsWith('Adobe');
  return (marker < 0xe0 || marker > 0xef) && marker !== 0xfe;
}

/** Keeps the scans and the tables between them, up to the end marker. Data that cameras append after the marker is left out. */
async function keepScans(source: ByteSource, start: number, list: PieceList): Promise<void> {
  let end = start;
  for (let scans = 0; scans < mostParts; scans += 1) {
    const at = await markerFrom(source, end);
    if (at === null) return;
    const head = await readWhole(source, at, 2);
    const marker = head[1] ?? 0;
    if (marker === 0xd9) {
      list.keep(at, at + 2);
      return;
    }
    const to = at + 2 + (await readWhole(source, at + 2, 2)).readUInt16BE(0);
    end = marker === compressed ? await scanEnd(source, to) : to;
    if (isOfPixels({ marker, head: await headOf(source, { marker, from: at, to }) })) list.keep(at, end);
  }
  throw new Unwritable('too many scans');
}

/** Where compressed data ends: at the first marker other than a restart marker, or at the end of a file that has no end mark. */
async function scanEnd(source: ByteSource, start: number): Promise<number> {
  for (let at = start; at < source.size - 1; at += scanBytes) {
    const bytes = await source.read(at, scanBytes + 1);
    for (let mark = bytes.indexOf(0xff); mark >= 0 && mark + 1 < bytes.length; mark = bytes.indexOf(0xff, mark + 1)) {
      const next = bytes[mark + 1] ?? 0;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at + mark;
    }
  }
  return source.size;
}

function addXmp(list: PieceList, facts: PictureFacts): void {
  const { main, extended } = xmpPackets(facts, mostData - xmpName.length);
  list.add(segment(0xe1, xmpName, main));
  if (extended === null) return;
  const { bytes, digest } = extended;
  const room = mostData - extensionName.length - 40;
  for (let at = 0; at < bytes.length; at += room) {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(bytes.length, 0);
    header.writeUInt32BE(at, 4);
    list.add(segment(0xe1, extensionName + digest, Buffer.concat([header, bytes.subarray(at, at + room)])));
  }
}

function segment(marker: number, name: string, data: Buffer): Buffer {
  const head = Buffer.concat([Buffer.of(0xff, marker, 0, 0), Buffer.from(name, 'latin1')]);
  head.writeUInt16BE(2 + name.length + data.length, 2);
  return Buffer.concat([head, data]);
}

/** The most bytes that the standard allows for a caption and for a keyword. */
const longest = { caption: 2000, keyword: 64 } as const;
/** The most keywords. They always fit into one segment. */
const mostKeywords = 500;

/** Caption and keywords as IPTC-IIM in a Photoshop segment of a JPEG, for programs that do not read XMP. Null if there is neither. */
function iptcSegment({ prompt, tags }: Pick<PictureFacts, 'prompt' | 'tags'>): Buffer | null {
  if (prompt === null && tags.length === 0) return null;
  const records = Buffer.concat([
    // Declares that the texts are UTF-8.
    record(1, 90, Buffer.from('\x1b%G', 'latin1')),
    record(2, 0, Buffer.of(0, 4)),
    ...tags.slice(0, mostKeywords).map((tag) => record(2, 25, cut(tag, longest.keyword))),
    ...(prompt === null ? [] : [record(2, 120, cut(prompt, longest.caption))]),
  ]);
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(records.length, head.length - 4);
  return Buffer.concat([head, records, Buffer.alloc(records.length % 2)]);
}

function record(number: number, dataset: number, data: Buffer): Buffer {
  const head = Buffer.of(0x1c, number, dataset, 0, 0);
  head.writeUInt16BE(data.length, 3);
  return Buffer.concat([head, data]);
}

/** The longest beginning of a text that fits, as UTF-8. Never cuts inside a character. */
function cut(text: string, bytes: number): Buffer {
  const whole = Buffer.from(text, 'utf8');
  let end = Math.min(whole.length, bytes);
  while (end < whole.length && end > 0 && ((whole[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return whole.subarray(0, end);
}
