import { close, fstat, open, read, write } from 'node:fs';
import { promisify } from 'node:util';

/** A file that stays open for reads and writes at any place. All of it runs in Node's thread pool. */
export interface RandomFile {
  /** Bytes when it was opened. */
  readonly length: number;
  /** Up to `length` bytes from `position`; fewer where the file ends. Rejects as `fs.read` does. */
  read(position: number, length: number): Promise<Buffer>;
  /** Rejects as `fs.write` does; then part of it may be there. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** After what is being read or written. Never rejects. */
  close(): Promise<void>;
}

const openFile = promisify(open);
const statFile = promisify(fstat);

/** Opens it, or makes it. Rejects as `fs.open` does. */
export async function openRandomFile(file: string): Promise<RandomFile> {
  // `r+` refuses a file that is not there, `w+` empties one that is.
  const descriptor = await openFile(file, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return openFile(file, 'wx+');
    throw error;
  });
  const { size } = await statFile(descriptor);
  let busy = 0;
  let atRest: (() => void) | null = null;

  const counted = async <T>(work: Promise<T>): Promise<T> => {
    busy += 1;
    try {
      return await work;
    } finally {
      busy -= 1;
      if (busy === 0) atRest?.();
    }
  };
  const gone = (): boolean => atRest !== null;

  return {
    length: size,
    read(position, length) {
      if (gone()) return Promise.reject(new Error('The file was closed.'));
      const buffer = Buffer.allocUnsafe(length);
      return counted(
        new Promise((resolve, reject) => {
          const more = (filled: number): void => {
            read(descriptor, buffer, filled, length - filled, position + filled, (error, count) => {
              if (error) reject(error);
              else if (count === 0 || filled + count === length) resolve(buffer.subarray(0, filled + count));
              else more(filled + count);
            });
          };
          more(0);
        }),
      );
    },
    write(bytes, position) {
      if (gone()) return Promise.reject(new Error('The file was closed.'));
      return counted(
        new Promise((resolve, reject) => {
          const more = (written: number): void => {
            write(descriptor, bytes, written, bytes.length - written, position + written, (error, count) => {
              if (error) reject(error);
              else if (written + count === bytes.length) resolve();
              else more(written + count);
            });
          };
          more(0);
        }),
      );
    },
    async close() {
      if (gone()) return;
      await new Promise<void>((resolve) => {
        atRest = resolve;
        if (busy === 0) resolve();
      });
      await new Promise<void>((resolve) => close(descriptor, () => resolve()));
    },
  };
}
