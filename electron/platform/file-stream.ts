import type { FileHandle } from 'node:fs/promises';

/** Bytes that Chromium buffers of an answer. It asks main for the rest as the page takes them. */
const buffered = 64 * 1024;

/**
 * A `Response` would copy bytes that it is given as they are. `taken` is called when the page has all but the last 64 KiB, because Electron asks for a
 * piece only once the one before is on its way.
 */
export function streamOfBytes(bytes: Uint8Array, taken: () => void = () => undefined): ReadableStream<Uint8Array> {
  const last = Math.max(0, bytes.length - buffered);
  const pieces = [bytes.subarray(0, last), bytes.subarray(last)].filter(({ length }) => length > 0);
  return new ReadableStream(
    {
      pull(controller) {
        const next = pieces.shift();
        if (next !== undefined) return controller.enqueue(next);
        taken();
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Bytes read at once. */
const piece = 1024 * 1024;

/**
 * The bytes of an open file and then those of `end`, read on demand. The file is closed at its end, after an error, or if the rest is not wanted. Not
 * `Readable.toWeb`: in older Electrons it may close a stream twice when a page cancels a picture, and the exception ends the app.
 */
export function streamOf(handle: FileHandle, end: Uint8Array = new Uint8Array()): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(piece), 0, piece, position);
        position += bytesRead;
        if (bytesRead > 0) {
          controller.enqueue(buffer.subarray(0, bytesRead));
          return;
        }
      } catch (error) {
        await handle.close();
        throw error;
      }
      await handle.close();
      if (end.length > 0) controller.enqueue(end);
      controller.close();
    },
    cancel: () => handle.close(),
  });
}
