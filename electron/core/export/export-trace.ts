import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isPartOf, removePart, runOfParts } from '../library/files/part-file.ts';
import { readJsonFile } from '../util/json-file.ts';
import { writeWholeFile } from '../util/whole-file.ts';

/**
 * Remembers where the export under way writes. If the process is killed, the next start removes the unfinished files there, and only those: another
 * Latent may write into the same folder.
 */
export interface ExportTrace {
  begin(folder: string): Promise<void>;
  end(): Promise<void>;
}

const traceSchema = z.object({ folder: z.string(), run: z.string() });

/** `file` is in the user-data folder. Starts to remove the unfinished files of the last run. */
export function createExportTrace(file: string): ExportTrace {
  const taken = take(file);
  void taken.then((trace) => trace && removeParts(trace.folder, trace.run));
  return {
    async begin(folder) {
      await taken;
      await writeWholeFile(file, [JSON.stringify({ folder, run: runOfParts })]);
    },
    async end() {
      await taken;
      await rm(file, { force: true });
    },
  };
}

/** The trace of the last run, which is then forgotten. Null: its exports ended. */
async function take(file: string): Promise<z.infer<typeof traceSchema> | null> {
  const trace = await readJsonFile(file, traceSchema);
  if (trace !== null) await rm(file, { force: true }).catch(() => undefined);
  return trace?.run === runOfParts ? null : trace;
}

async function removeParts(folder: string, run: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (isPartOf(name, run)) await removePart(path.join(folder, name));
}
