/** A file that can be read at any position. */
export interface ByteSource {
  readonly size: number;
  /** Bytes from `offset`, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

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

/** Bytes searched at once. */
const searchBytes = 64 * 1024;

/** Whether the mark occurs after `from`. Searches from the end, because some programs append their own data. */
export async function endsWith(source: ByteSource, mark: Buffer, from: number): Promise<boolean> {
  for (let end = source.size; end > from; end -= searchBytes) {
    const start = Math.max(from, end - searchBytes);
    // The windows overlap, so that a mark across two of them is found.
    const bytes = await source.read(start, Math.min(end + mark.length - 1, source.size) - start);
    if (bytes.includes(mark)) return true;
  }
  return false;
}
