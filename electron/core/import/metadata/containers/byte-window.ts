import type { ByteSource } from '../../../image-header/image-header.ts';

/** Small reads beside each other are served from one; reads of other places cost no more than they ask for. */
export function windowOf(source: ByteSource, windowBytes: number): ByteSource {
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
