import type { ByteSource } from '../../../image-header/byte-source.ts';
import type { EmbeddedBlocks } from '../embedded.ts';
import { limits } from '../limits.ts';

/** Reads the chunks of a WebP file. Ignores the flags in its header, which are wrong in some files. */
export async function readWebpChunks(source: ByteSource, found: EmbeddedBlocks): Promise<void> {
  let at = 12;
  for (let steps = 0; steps < limits.steps; steps += 1) {
    const head = await source.read(at, 8);
    if (head.length < 8) return;
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (at + 8 + length > source.size) return;
    if ((type === 'EXIF' || type === 'XMP ') && found.admits(length)) {
      const data = await source.read(at + 8, length);
      if (data.length < length) return;
      if (type === 'EXIF') found.addExif(data);
      else found.addXmp(data);
    }
    at += 8 + length + (length % 2);
  }
}
