import { webpChunks, type Chunk } from '../../image-header/chunks.ts';
import type { ByteSource } from '../../image-header/byte-source.ts';
import { a1111Text } from './a1111-text.ts';
import { orientationIn, tiffIn } from '../../image-header/orientation.ts';
import { onlyOrientation, withUserComment } from './exif-block.ts';
import type { PictureFacts } from './picture-facts.ts';
import { mostParts, PieceList, readWhole, Unwritable, type Piece } from './pieces.ts';
import { xmpPackets } from './xmp-packet.ts';

/** The chunks that a stripped copy keeps: pixels and colours. */
const ofPixels = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const flag = { xmp: 0x04, exif: 0x08, alpha: 0x10 } as const;
/** The most bytes of EXIF to read. A larger block stays as it is. */
const mostExif = 1024 * 1024;

/** The pieces of a WebP copy that contains these facts, or (null) no metadata. Throws Unwritable. */
export async function webpPieces(source: ByteSource, facts: PictureFacts | null): Promise<readonly Piece[]> {
  const chunks = await chunksOf(source);
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const tiff = exif === undefined ? null : tiffIn(await readWhole(source, exif.from + 8, Math.min(exif.length, mostExif)));
  const orientation = tiff === null ? 1 : orientationIn(tiff);
  const isLarge = exif !== undefined && exif.length > mostExif;
  const kept = chunks.filter(({ type }) => type !== 'VP8X' && type !== 'XMP ' && type !== 'EXIF' && (facts !== null || ofPixels.has(type)));
  const newExif = facts === null ? (orientation > 1 ? onlyOrientation(orientation) : null) : isLarge ? null : withUserComment(tiff, a1111Text(facts));
  const keptExif = facts !== null && isLarge ? exif : null;
  const newXmp = facts === null ? null : xmpPackets(facts).main;
  const list = new PieceList();
  const extended = chunks.find(({ type }) => type === 'VP8X');
  if (extended || newExif || newXmp) {
    const data = extended ? Buffer.from(await readWhole(source, extended.from + 8, 10)) : await headerFor(source, chunks);
    data[0] = ((data[0] ?? 0) & ~(flag.xmp | flag.exif)) | (newExif || keptExif ? flag.exif : 0) | (newXmp ? flag.xmp : 0);
    list.add(chunk('VP8X', data));
  }
  for (const { from, to } of kept) list.keep(from, to);
  if (keptExif) list.keep(keptExif.from, keptExif.to);
  if (newExif) list.add(chunk('EXIF', newExif));
  if (newXmp) list.add(chunk('XMP ', newXmp));
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + list.pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.to - piece.from), 0), 4);
  return [head, ...list.pieces];
}

async function chunksOf(source: ByteSource): Promise<readonly Chunk[]> {
  const end = 8 + (await readWhole(source, 0, 12)).readUInt32LE(4);
  if (end > source.size) throw new Unwritable('the file is cut off');
  const chunks: Chunk[] = [];
  for await (const one of webpChunks(source, mostParts)) {
    if (one.from + 8 > end) break;
    if (one.to > source.size) throw new Unwritable('a chunk is cut off');
    chunks.push(one);
  }
  return chunks;
}

/** The header that a simple file lacks: the size of the canvas, and whether it is transparent. */
async function headerFor(source: ByteSource, chunks: readonly Chunk[]): Promise<Buffer> {
  const pixels = chunks.find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  if (pixels === undefined) throw new Unwritable('no pixels');
  const head = await readWhole(source, pixels.from + 8, 10);
  const isLossy = pixels.type === 'VP8 ';
  const bits = head.readUInt32LE(1);
  const width = isLossy ? head.readUInt16LE(6) & 0x3fff : (bits & 0x3fff) + 1;
  const height = isLossy ? head.readUInt16LE(8) & 0x3fff : ((bits >>> 14) & 0x3fff) + 1;
  const data = Buffer.alloc(10);
  data[0] = !isLossy && ((bits >>> 28) & 1) === 1 ? flag.alpha : 0;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return data;
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
