import { crc32 } from 'node:zlib';
import { pngChunks } from '../../../image-header/chunks.ts';
import type { ByteSource } from '../../../image-header/byte-source.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { limits } from '../limits.ts';
import { decodeLoosely } from '../text.ts';

const wanted = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf']);

/** Reads the chunks of a PNG that contain text. Skips chunks with a wrong CRC. */
export async function readPngChunks(source: ByteSource, found: EmbeddedBlocks): Promise<void> {
  for await (const { type, from, length, to } of pngChunks(source, limits.steps)) {
    if (to > source.size) return;
    if (!wanted.has(type) || !found.admits(length)) continue;
    const chunk = await source.read(from + 4, length + 8);
    if (chunk.length < length + 8) return;
    if (crc32(chunk.subarray(0, length + 4)) === chunk.readUInt32BE(length + 4)) await takeChunk(type, chunk.subarray(4, length + 4), found);
  }
}

async function takeChunk(type: string, data: Buffer, found: EmbeddedBlocks): Promise<void> {
  if (type === 'eXIf') {
    found.addExif(data);
    return;
  }
  const nameEnd = data.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79) return;
  const name = data.toString('latin1', 0, nameEnd);
  const bytes = await textOf(type, data.subarray(nameEnd + 1), found);
  if (bytes === null) return;
  if (name === 'XML:com.adobe.xmp') found.addXmp(bytes);
  else if (name.startsWith('Raw profile type ')) takeProfile(name.slice(17).toLowerCase(), bytes, found);
  else found.addText(`png:${name}`, decodeLoosely(bytes));
}

/** The text after a keyword. Each of the three chunk types stores it differently. */
async function textOf(type: string, data: Buffer, found: EmbeddedBlocks): Promise<Buffer | null> {
  if (type === 'tEXt') return data;
  if (type === 'zTXt') return data[0] === 0 ? found.inflated(data.subarray(1)) : null;
  // Two bytes for compression, then the language and the translated keyword, each ended by a zero.
  const languageEnd = data.indexOf(0, 2);
  const keywordEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1);
  if (keywordEnd < 0) return null;
  const text = data.subarray(keywordEnd + 1);
  return data[0] === 1 ? found.inflated(text) : text;
}

/** ImageMagick and ExifTool store other metadata in PNG text: a name, a length, then hexadecimal digits. */
function takeProfile(name: string, text: Buffer, found: EmbeddedBlocks): void {
  const lines = text.toString('latin1').trimStart().split('\n');
  const bytes = Buffer.from(lines.slice(2).join(''), 'hex');
  if (name === 'iptc') found.addIptc(bytes);
  else if (name === 'xmp') found.addXmp(bytes);
  else if (name === 'exif') found.addExif(bytes);
  else if (name === 'app1' && bytes.toString('latin1', 0, 4) === 'Exif') found.addExif(bytes);
  else if (name === 'app1' && bytes.includes(0)) found.addXmp(bytes.subarray(bytes.indexOf(0) + 1));
}
