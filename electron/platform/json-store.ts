import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { partOf } from './whole-file-sync.ts';

/** A small JSON file in the user-data folder that always matches its schema. */
export interface JsonStore<T extends Record<string, unknown>> {
  get(): T;
  set(value: T): void;
  /** The new path of a file that could not be read at this start, or null. */
  readonly quarantined: string | null;
}

/** Writes a value durably, or throws and keeps the previous one. */
export type Save<T> = (value: T) => void;

/** The name of the previous value while it is being replaced. */
export function previousOf(file: string): string {
  return `${file}.previous`;
}

/**
 * A file that is not valid is renamed and kept. The previous value is then used if it still exists, otherwise the defaults. When `set`
 * returns, the value is on the disk; if it throws, nothing has changed.
 */
export function openJsonStore<T extends Record<string, unknown>>(folder: string, name: string, schema: z.ZodType<T>, defaults: T, saving: (file: string) => Save<T>): JsonStore<T> {
  const file = path.join(folder, `${name}.json`);
  const save = saving(file);
  // An unfinished write of a process that was killed. It may hold a key.
  rmSync(partOf(file), { force: true });
  const found = read(file, schema, defaults);
  let current = found.value;
  return {
    get: () => current,
    set(value) {
      const next = schema.parse(value);
      mkdirSync(folder, { recursive: true });
      save(next);
      current = next;
    },
    quarantined: found.quarantined,
  };
}

const anyObject = z.record(z.string(), z.unknown());

function read<T>(file: string, schema: z.ZodType<T>, defaults: T): { readonly value: T; readonly quarantined: string | null } {
  const parsed = (from: string): T => schema.parse({ ...defaults, ...anyObject.parse(JSON.parse(readFileSync(from, 'utf8'))) });
  try {
    return { value: parsed(file), quarantined: null };
  } catch (error) {
    const fresh = valueBefore(() => parsed(previousOf(file))) ?? schema.parse(defaults);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { value: fresh, quarantined: null };
    const aside = file.replace(/\.json$/, `.unreadable-${Date.now()}.json`);
    renameSync(file, aside);
    return { value: fresh, quarantined: aside };
  }
}

/** Null if there is none, or it cannot be read. */
function valueBefore<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
