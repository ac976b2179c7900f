import type { ByteSource } from './byte-source.ts';

/** A chunk of a PNG or a WebP, as its header says. The file may end before it does. */
export interface Chunk {
  readonly type: string;
  /** Where its header begins. Its data follows after eight bytes. */
  readonly from: number;
  /** Bytes of its data. */
  readonly length: number;
  /** Where the next chunk begins. */
  readonly to: number;
}

/** The first `most` chunks of a PNG, up to IEND. A CRC follows the data of each. */
export async function* pngChunks(source: ByteSource, most: number): AsyncGenerator<Chunk> {
  const chunks = chunksFrom(source, 8, most, (head, from) => {
    const length = head.readUInt32BE(0);
    return { type: head.toString('latin1', 4, 8), from, length, to: from + 12 + length };
  });
  for await (const chunk of chunks) {
    yield chunk;
    if (chunk.type === 'IEND') return;
  }
}

/** The first `most` chunks of a WebP. Data of an odd length is padded. */
export function webpChunks(source: ByteSource, most: number): AsyncGenerator<Chunk> {
  return chunksFrom(source, 12, most, (head, from) => {
    const length = head.readUInt32LE(4);
    return { type: head.toString('latin1', 0, 4), from, length, to: from + 8 + length + (length % 2) };
  });
}

async function* chunksFrom(source: ByteSource, start: number, most: number, read: (head: Buffer, from: number) => Chunk): AsyncGenerator<Chunk> {
  for (let at = start, count = 0; count < most; count += 1) {
    const head = await source.read(at, 8);
    if (head.length < 8) return;
    const chunk = read(head, at);
    yield chunk;
    at = chunk.to;
  }
}
