import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { sizeOf } from './file-header.ts';

/** How far the journal of each library folder, by its path, has been compared with the history: bytes of each of its files. */
export type Compared = Readonly<Record<string, Readonly<Record<string, number>>>>;

const noteSchema = z.strictObject({ bytes: z.number(), modified: z.number(), compared: z.record(z.string(), z.record(z.string(), z.int().min(0))) });

const noteOf = (file: string): string => `${file}.compared`;

/**
 * Takes the note that the last run left beside the file when it closed it in order. Nothing is noted where it did not, or where the file
 * was written since, by whatever: then nobody knows how far they agree. While the file is open there is no note.
 */
export function takeComparedNote(file: string): Compared {
  try {
    const { bytes, modified, compared } = noteSchema.parse(JSON.parse(readFileSync(noteOf(file), 'utf8')));
    const now = statSync(file);
    return now.size === bytes && now.mtimeMs === modified && sizeOf(`${file}-wal`) === 0 ? compared : {};
  } catch {
    return {};
  } finally {
    rmSync(noteOf(file), { force: true });
  }
}

/** After the file was closed. A note that cannot be written costs the next start some time, nothing else. */
export function leaveComparedNote(file: string, compared: Compared): void {
  try {
    const { size, mtimeMs } = statSync(file);
    writeFileSync(noteOf(file), JSON.stringify({ bytes: size, modified: mtimeMs, compared }));
  } catch {
    rmSync(noteOf(file), { force: true });
  }
}
