import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** The content of a small file that Latent wrote itself. Null if the file is missing or damaged. */
export async function readJsonFile<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
