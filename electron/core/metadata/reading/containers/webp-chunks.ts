import { webpChunks } from '../../../image-header/chunks.ts';
import type { ByteSource } from '../../../image-header/byte-source.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { limits } from '../limits.ts';

/** Reads the chunks of a WebP file. Ignores the flags in its header, which are wrong in some files. */
export async function readWebpChunks(source: ByteSource, found: EmbeddedBlocks): Promise<void> {
  for await (const { type, from, length } of webpChunks(source, limits.steps)) {
    if (from + 8 + length > source.size) return;
    if ((type !== 'EXIF' && type !== 'XMP ') || !found.admits(length)) continue;
    const data = await source.read(from + 8, length);
    if (data.length < length) return;
    if (type === 'EXIF') found.addExif(data);
    else found.addXmp(data);
  }
}
