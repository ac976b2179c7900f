import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  /** With forward slashes. */
  readonly name: string;
  readonly chunks: AsyncIterable<string> | Iterable<string>;
}

/** Bytes that are compressed in one go: a few milliseconds. */
const sliceLength = 128 * 1024;

/** A zip file of UTF-8 texts, in pieces. Compresses in small slices, so that the main process is not blocked. */
export async function* zipTexts(entries: AsyncIterable<ZipEntry>, modified: number): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for await (const { name, chunks } of entries) {
    const file = new ZipDeflate(name);
    file.mtime = modified;
    zip.add(file);
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      for (let at = 0; at < bytes.length; at += sliceLength) {
        file.push(bytes.subarray(at, at + sliceLength));
        yield* ready.splice(0);
        await nextTurn();
      }
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
