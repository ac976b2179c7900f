import { colourTableBytes } from '../../../image-header/image-header.ts';
import type { ByteSource } from '../../../image-header/byte-source.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { limits } from '../limits.ts';
import { decodeLoosely } from '../text.ts';

const [extension, comment, application] = [0x21, 0xfe, 0xff];
const xmpName = 'XMP DataXMP';
/** After the packet come 258 bytes that lead readers without XMP to its end: 1, then 255 to 0, then two zeros. */
const trailer = 258;

/** Reads comments and XMP of a GIF before its first picture. */
export async function readGifBlocks(source: ByteSource, found: EmbeddedBlocks): Promise<void> {
  const header = await source.read(0, 13);
  let at = 13 + colourTableBytes(header[10] ?? 0);
  for (let steps = 0; steps < limits.steps; steps += 1) {
    const [mark, kind] = await source.read(at, 2);
    if (mark !== extension) return;
    const isXmp = kind === application && (await source.read(at + 2, 12)).toString('latin1', 1) === xmpName;
    const data = isXmp ? await packetAt(source, at + 14, found) : await subBlocks(source, at + 2, kind === comment ? found : null);
    if (data === null) return;
    if (isXmp) found.addXmp(data.bytes);
    else if (kind === comment) found.addText('gif:comment', decodeLoosely(data.bytes));
    at = data.end;
  }
}

interface Data {
  readonly bytes: Buffer;
  readonly end: number;
}

/** The packet is not divided into blocks. Null if it has no end. */
async function packetAt(source: ByteSource, start: number, found: EmbeddedBlocks): Promise<Data | null> {
  const length = Math.min(source.size - start, limits.blockBytes);
  if (length <= 0 || !found.admits(length)) return null;
  const bytes = await source.read(start, length);
  const end = bytes.indexOf(Buffer.of(1, 0xff, 0xfe, 0xfd, 0xfc));
  return end < 0 ? null : { bytes: bytes.subarray(0, end), end: start + end + trailer };
}

/** Blocks of up to 255 bytes, each after its length, up to one of no bytes. Keeps them only if `found` admits them. */
async function subBlocks(source: ByteSource, start: number, found: EmbeddedBlocks | null): Promise<Data | null> {
  const parts: Buffer[] = [];
  let at = start;
  for (let steps = 0; steps < limits.steps; steps += 1) {
    const [length] = await source.read(at, 1);
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return { bytes: Buffer.concat(parts), end: at };
    if (found?.admits(length) === true) parts.push(Buffer.from(await source.read(at - length, length)));
  }
  return null;
}
