import type { FileHandle } from 'node:fs/promises';

/** Bytes read at once. */
const piece = 1024 * 1024;

/**
 * The bytes of an open file from its beginning, read as they are asked for; the file is closed at the end, by an error, or when
 * nobody wants the rest. Not `Readable.toWeb`: when the page gives up a picture at the wrong moment, that one closes a stream twice
 * on the Node of older Electrons, outside of any promise, and the whole app ends by it.
 */
export function streamOf(handle: FileHandle): ReadableStream<Uint8Array> {
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
      controller.close();
    },
    cancel: () => handle.close(),
  });
}
