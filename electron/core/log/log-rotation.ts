/** What the rotation needs of a folder; every call may reject, and then lines are lost, nothing else. */
export interface LogFolder {
  /** Bytes of a file; 0 where there is none. */
  size(name: string): Promise<number>;
  append(name: string, text: string): Promise<void>;
  /** Takes the place of a file of the new name. */
  rename(from: string, to: string): Promise<void>;
}

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
  /** Characters that may wait for the disk: a disk that hangs must not fill the memory. */
  readonly maxWaiting: number;
}

export const rotationLimits: RotationLimits = { maxBytes: 1024 * 1024, files: 5, maxWaiting: 256 * 1024 };

/** `latent.log` is written to, `latent.1.log` is the one before, and so on. */
export function logFileName(age: number): string {
  return age === 0 ? 'latent.log' : `latent.${age}.log`;
}

export function createRotatingLog(folder: LogFolder, { maxBytes, files, maxWaiting }: RotationLimits = rotationLimits): RotatingLog {
  let waiting = '';
  let dropped = 0;
  /** Null until the file was looked at. */
  let bytes: number | null = null;
  let writing: Promise<void> | null = null;

  const rotate = async (): Promise<void> => {
    for (let age = files - 1; age > 0; age -= 1) {
      // A file that is missing or cannot be moved must not stop the others.
      await folder.rename(logFileName(age - 1), logFileName(age)).catch(() => undefined);
    }
    bytes = await folder.size(logFileName(0));
  };

  const append = async (text: string): Promise<void> => {
    const length = Buffer.byteLength(text);
    bytes ??= await folder.size(logFileName(0));
    if (bytes > 0 && bytes + length > maxBytes) await rotate();
    await folder.append(logFileName(0), text);
    bytes += length;
  };

  const drain = async (): Promise<void> => {
    while (waiting !== '') {
      const text = dropped === 0 ? waiting : `${waiting}(${dropped} lines were dropped here)\n`;
      waiting = '';
      dropped = 0;
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
      if (waiting.length + line.length > maxWaiting) {
        dropped += 1;
        return;
      }
      waiting += `${line}\n`;
      writing ??= drain();
    },
    async flush() {
      while (writing !== null) await writing;
    },
  };
}
