import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeWholeFile } from '../util/whole-file.ts';
import type { TrashTime } from './trash-time.ts';

/** Keeps what the trash knows of the clock from one run of the app to the next. */
export interface TrashMemory {
  /** Null where the file is missing or damaged: then all in the trash has its thirty days anew. */
  read(): Promise<TrashTime | null>;
  /** Rejects as `writeWholeFile` does. */
  write(time: TrashTime): Promise<void>;
}

const schema = z.object({ anew: z.number(), seen: z.number(), last: z.number(), denied: z.array(z.number()) });

export function createTrashMemory(file: string): TrashMemory {
  return {
    async read() {
      try {
        return schema.parse(JSON.parse(await readFile(file, 'utf8')));
      } catch {
        return null;
      }
    },
    async write(time) {
      await writeWholeFile(file, (async function* () {
        yield JSON.stringify(time);
      })());
    },
  };
}
