import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

export interface RotatingLog {
  /** Never throws, never waits. */
  write(line: string): void;
  /** Resolves when everything written so far is in the file, or lost. Never rejects. */
  flush(): Promise<void>;
}

export interface RotationLimits {
  /** Bytes after which a file is put aside. */
  readonly maxBytes: number;
  /** Files in all, the one that is written to included. */
  readonly files: number;
}

export const rotationLimits: RotationLimits = { maxBytes: 1024 * 1024, files: 5 };

/** `latent.log` is written to, `latent.1.log` is the one before, and so on. */
export function logFileName(age: number): string {
  return age === 0 ? 'latent.log' : `latent.${age}.log`;
}

/** Log files in `folder`, which is created with the first line. */
export function createRotatingLog(folder: string, { maxBytes, files }: RotationLimits = rotationLimits): RotatingLog {
  const fileOf = (age: number): string => path.join(folder, logFileName(age));
  let waiting = '';
  /** Null until the file was looked at. */
  let bytes: number | null = null;
  let writing: Promise<void> | null = null;

  const size = async (): Promise<number> => (await stat(fileOf(0)).catch(() => null))?.size ?? 0;

  const rotate = async (): Promise<void> => {
    for (let age = files - 1; age > 0; age -= 1) {
      // A file that is missing or cannot be moved must not stop the others.
      await rename(fileOf(age - 1), fileOf(age)).catch(() => undefined);
    }
    bytes = await size();
  };

  const append = async (text: string): Promise<void> => {
    const length = Buffer.byteLength(text);
    bytes ??= await size();
    if (bytes > 0 && bytes + length > maxBytes) await rotate();
    await mkdir(folder, { recursive: true });
    await appendFile(fileOf(0), text, { mode: 0o600 });
    bytes += length;
  };

  const drain = async (): Promise<void> => {
    while (waiting !== '') {
      const text = waiting;
      waiting = '';
      try {
        await append(text);
      } catch {
        // These lines are lost. Next time, the size of the file is read again.
        bytes = null;
      }
    }
    writing = null;
  };

  return {
    write(line) {
      waiting += `${line}\n`;
      writing ??= drain();
    },
    async flush() {
      while (writing !== null) await writing;
    },
  };
}
