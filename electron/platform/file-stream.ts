import type { FileHandle } from 'node:fs/promises';

/** A `Response` would copy bytes that it is given as they are. */
export function streamOfBytes(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
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
