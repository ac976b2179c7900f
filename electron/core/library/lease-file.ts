import { open, readFile, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EpochMs } from '../../../shared/task.ts';
import { codeOf } from '../util/system-errors.ts';

/** The contents of a lease file. */
export interface LeaseText {
  readonly profile: string;
  readonly computer: string;
  readonly since: EpochMs;
  /** Distinguishes two leases of the same profile. */
  readonly turn: string;
  /** Counts heartbeats. */
  readonly beat: number;
}

const schema = z.object({
  profile: z.string(),
  computer: z.string().transform((name) => name.slice(0, 100)),
  since: z.number(),
  turn: z.string(),
  beat: z.number(),
});

export function formatLease(lease: LeaseText): string {
  return `${JSON.stringify(lease)}\n`;
}

/** Null for a text that is incomplete or from another version. */
export function parseLease(text: string): LeaseText | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Null if there is no file. */
export async function readLease(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Creates the file; false if it exists. */
export async function createLease(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Overwrites the file, which must exist. `nextText`: called once the file is open; returns a text of at least the same length. */
export async function overwriteLease(file: string, nextText: () => string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.write(nextText(), 0);
  } finally {
    await handle.close();
  }
}

/** Removes the file if it contains `text`. Moves it first and reads it again, so that only one of two callers succeeds. */
export async function removeLease(file: string, text: string): Promise<boolean> {
  if ((await readLease(file)) !== text) return false;
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  if ((await readLease(aside)) === text) {
    await rm(aside, { force: true });
    return true;
  }
  // Another writer took the abandoned lease in between, and gets it back.
  await rename(aside, file);
  return false;
}
