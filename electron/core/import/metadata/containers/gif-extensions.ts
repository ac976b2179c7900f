import type { ByteSource } from '../../../image-header/image-header.ts';
import { windowOf } from './byte-window.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { limits } from '../limits.ts';
import { decodeLoosely } from '../text.ts';

/** Bytes after an XMP packet that lead a reader of block lengths to the end of the extension. */
const xmpTrailer = 257;
const xmpName = 'XMP DataXMP';

/** Reads the comments of a GIF, and XMP in an application extension. */
export async function readGifExtensions(file: ByteSource, found: EmbeddedBlocks): Promise<void> {
  const source = windowOf(file, 64 * 1024);
  const head = await source.read(0, 13);
  if (head.length < 13) return;
  let at = 13 + colourBytes(head[10] ?? 0);
  for (let steps = 0; steps < limits.steps && at < limits.gifBytes; steps += 1) {
    const kind = await source.read(at, 12);
    if (kind[0] === 0x2c) at += 11 + colourBytes(kind[9] ?? 0);
    else if (kind[0] === 0x21) at += 2;
    else return;
    const end = await endOfBlocks(source, at);
    if (end === null) return;
    const isComment = kind[0] === 0x21 && kind[1] === 0xfe;
    if (isComment && found.admits(end - at)) {
      found.addText('gif:comment', decodeLoosely(contentsOf(await source.read(at, end - at))));
    }
    const isApplication = kind[0] === 0x21 && kind[1] === 0xff && kind[2] === 11;
    if (isApplication && end - at - 12 > xmpTrailer && found.admits(end - at)) {
      const block = await source.read(at, end - at);
      // The packet is not divided into blocks, so its own bytes are read as lengths.
      if (block.toString('latin1', 1, 12) === xmpName) found.addXmp(block.subarray(12, block.length - xmpTrailer));
    }
    at = end + 1;
  }
}

function colourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The position of the zero that ends the blocks. Null if the file ends before it. */
async function endOfBlocks(source: ByteSource, from: number): Promise<number | null> {
  let at = from;
  while (at < limits.gifBytes) {
    // Reads many blocks at once, because each holds only 255 bytes of pixels.
    const bytes = await source.read(at, 16 * 1024);
    if (bytes.length === 0) return null;
    let offset = 0;
    for (let length = bytes[0]; length !== undefined; length = bytes[offset]) {
      if (length === 0) return at + offset;
      offset += 1 + length;
    }
    at += offset;
  }
  return null;
}

function contentsOf(blocks: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < blocks.length;) {
    const length = blocks[at] ?? 0;
    parts.push(blocks.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return Buffer.concat(parts);
}
