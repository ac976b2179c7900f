import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeWholeFile } from '../util/whole-file.ts';

/** When each folder of the libraries had last changed at the time it was looked through, by absolute path: milliseconds since the epoch. */
export type FolderTimes = ReadonlyMap<string, number>;

/** Keeps that from one run of the app to the next. Nothing hangs on it: without it every folder is looked through once more. */
export interface FolderMemory {
  read(): Promise<FolderTimes>;
  /** Rejects as `writeWholeFile` does. */
  write(times: FolderTimes): Promise<void>;
}

// Version 1, a record without this frame, passed over the files under names of Latent's own making: its folders are looked through once more.
const schema = z.object({ version: z.literal(2), folders: z.record(z.string(), z.number()) });

export function createFolderMemory(file: string): FolderMemory {
  let known: FolderTimes | null = null;
  return {
    async read() {
      known ??= new Map(Object.entries(await readTimes(file)));
      return known;
    },
    async write(times) {
      known = times;
      await writeWholeFile(file, (async function* () {
        yield JSON.stringify({ version: 2, folders: Object.fromEntries(times) });
      })());
    },
  };
}

/** Of a file that is missing or damaged: none. */
async function readTimes(file: string): Promise<Readonly<Record<string, number>>> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8'))).folders;
  } catch {
    return {};
  }
}
