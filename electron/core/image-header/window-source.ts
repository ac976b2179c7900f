import type { ByteSource } from './image-header.ts';

/** Bytes read at once. Chunk headers are a few bytes long, so one window usually covers several small chunks. */
const windowBytes = 512;

/** Serves small reads that are close together from one larger read. Large reads go to the source. */
export function windowOf(source: ByteSource): ByteSource {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return {
    size: source.size,
    async read(offset, length) {
      if (offset < start || offset + length > start + bytes.length) {
        if (length >= windowBytes) return source.read(offset, length);
        start = offset;
        bytes = await source.read(offset, windowBytes);
      }
      return bytes.subarray(offset - start, offset - start + length);
    },
  };
}
