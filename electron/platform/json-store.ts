import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { partOf } from './whole-file-sync.ts';

/** A small file of readable JSON in the user-data folder, always valid by its schema. */
export interface JsonStore<T extends Record<string, unknown>> {
  get(): T;
  set(value: T): void;
  /** Where a file that could not be read was put aside at this start, or null. */
  readonly quarantined: string | null;
}

/** Brings a value onto the disk, whole, or throws and leaves what was there before. */
export type Save<T> = (value: T) => void;

/** Where the value before is kept while it is replaced. */
export function previousOf(file: string): string {
  return `${file}.previous`;
}

/**
 * A file that is not valid is put aside under another name with its bytes; the value before it holds where it is still
 * there, else the defaults. What is set is on the disk when `set` returns, or `set` throws and all is as it was.
 */
export function openJsonStore<T extends Record<string, unknown>>(folder: string, name: string, schema: z.ZodType<T>, defaults: T, saving: (file: string) => Save<T>): JsonStore<T> {
  const file = path.join(folder, `${name}.json`);
  const save = saving(file);
  // Half a write of a process that was killed; it may hold a key.
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

/** Null where there is none, or none that can be read. */
function valueBefore<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
