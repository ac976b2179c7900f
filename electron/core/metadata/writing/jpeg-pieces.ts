import type { ByteSource } from '../../image-header/byte-source.ts';
import { extensionName, exifName, photoshopName, xmpName } from '../reading/containers/jpeg-segments.ts';
import { a1111Text } from './a1111-text.ts';
import { markerFrom } from '../../image-header/jpeg-header.ts';
import { orientationIn } from '../../image-header/orientation.ts';
import { onlyOrientation, withUserComment } from './exif-block.ts';
import { iptcSegment } from './iptc-segment.ts';
import type { PictureFacts } from './picture-facts.ts';
import { mostParts, PieceList, readWhole, Unwritable, type Piece } from './pieces.ts';
import { xmpPackets } from './xmp-packet.ts';

/** The most bytes in a segment after its marker and length. */
const mostData = 65_533;
const scanBytes = 64 * 1024;
const iccName = 'ICC_PROFILE\0';
const jfifName = 'JFIF\0';

interface Segment {
  readonly marker: number;
  readonly from: number;
  readonly to: number;
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
  let end = 2;
  for (let steps = 0; steps < mostParts; steps += 1) {
    const at = await markerFrom(source, end);
    if (at === null) throw new Unwritable('no marker');
    const head = await readWhole(source, at, 4);
    const marker = head[1] ?? 0;
    if (marker === 0xda) return { segments, scanAt: at };
    if (marker === 0xd9 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) throw new Unwritable('an unexpected marker');
    end = at + 2 + Math.max(head.readUInt16BE(2), 2);
    segments.push({ marker, from: at, to: end, head: (await readWhole(source, at + 4, Math.min(end - at - 4, 40))).toString('latin1') });
  }
  throw new Unwritable('too many segments');
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
    end = marker === 0xda ? await scanEnd(source, to) : to;
    const name = (await readWhole(source, at + 4, Math.min(to - at - 4, 40))).toString('latin1');
    if (isOfPixels({ marker, head: name })) list.keep(at, end);
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
    const place = Buffer.alloc(8);
    place.writeUInt32BE(bytes.length, 0);
    place.writeUInt32BE(at, 4);
    list.add(segment(0xe1, extensionName + digest, Buffer.concat([place, bytes.subarray(at, at + room)])));
  }
}

function segment(marker: number, name: string, data: Buffer): Buffer {
  const head = Buffer.concat([Buffer.of(0xff, marker, 0, 0), Buffer.from(name, 'latin1')]);
  head.writeUInt16BE(2 + name.length + data.length, 2);
  return Buffer.concat([head, data]);
}
