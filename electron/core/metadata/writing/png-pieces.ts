import { crc32 } from 'node:zlib';
import { pngChunks } from '../../image-header/chunks.ts';
import type { ByteSource } from '../../image-header/byte-source.ts';
import { a1111Text } from './a1111-text.ts';
import { orientationIn } from '../../image-header/orientation.ts';
import { onlyOrientation } from './exif-block.ts';
import type { PictureFacts } from './picture-facts.ts';
import { mostParts, PieceList, readWhole, Unwritable, type Piece } from './pieces.ts';
import { xmpPackets } from './xmp-packet.ts';

/** The chunks that a stripped copy keeps: those that affect how the pixels look. */
const ofPixels = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT']);
const texts = new Set(['tEXt', 'zTXt', 'iTXt']);
const xmpKeyword = 'XML:com.adobe.xmp';
/** The most bytes of EXIF to read for the orientation. */
const mostExif = 1024 * 1024;

/** What the file has of a chunk. Decoders also show a picture whose end is missing. */
interface Part {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  /** The keyword of a text chunk. */
  readonly keyword: string | null;
}

/** The pieces of a PNG copy that contains these facts, or (null) no metadata. Throws Unwritable. */
export async function pngPieces(source: ByteSource, facts: PictureFacts | null): Promise<readonly Piece[]> {
  const chunks = await partsOf(source);
  const list = new PieceList();
  const [header, ...others] = chunks;
  if (header?.type !== 'IHDR' || header.to < 33) throw new Unwritable('no header');
  list.keep(0, header.to);
  if (facts === null) {
    for (const one of others) {
      if (ofPixels.has(one.type)) list.keep(one.from, one.to);
      if (one.type !== 'eXIf') continue;
      // It stays in its place, because decoders follow only one before the pixels.
      const orientation = orientationIn(await readWhole(source, one.from + 8, Math.min(one.to - one.from - 12, mostExif)));
      if (orientation > 1) list.add(chunk('eXIf', onlyOrientation(orientation)));
    }
    return list.pieces;
  }
  list.add(internationalText(xmpKeyword, xmpPackets(facts).main));
  // The program that made the picture wrote more settings than Latent knows.
  if (!others.some(({ keyword }) => keyword === 'parameters')) list.add(textChunk('parameters', a1111Text(facts)));
  for (const one of others) if (one.keyword !== xmpKeyword && one.keyword !== 'Raw profile type xmp') list.keep(one.from, one.to);
  return list.pieces;
}

async function partsOf(source: ByteSource): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const { type, from, to } of pngChunks(source, mostParts)) {
    if (from + 12 > source.size) break;
    const end = Math.min(to, source.size);
    parts.push({ type, from, to: end, keyword: texts.has(type) ? await keywordAt(source, from + 8, end - 4) : null });
  }
  if (parts.length < mostParts) return parts;
  throw new Unwritable('too many chunks');
}

async function keywordAt(source: ByteSource, from: number, to: number): Promise<string> {
  const bytes = await readWhole(source, from, Math.min(to - from, 80));
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, Math.max(end, 0));
}

/** A text chunk: Latin-1, which most readers expect, or UTF-8 in a chunk type for UTF-8. */
function textChunk(keyword: string, text: string): Buffer {
  const isLatin = /^[\x20-\x7e\n\u00a0-\u00ff]*$/.test(text);
  return isLatin ? chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1')) : internationalText(keyword, Buffer.from(text.toWellFormed(), 'utf8'));
}

function internationalText(keyword: string, text: Buffer): Buffer {
  return chunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), text]));
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
