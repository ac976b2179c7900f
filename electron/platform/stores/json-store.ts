import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { syncFolderSync } from '../../core/util/sync-folder.ts';
import { codeOf } from '../../core/util/system-errors.ts';
import { partOf } from '../../core/util/whole-file.ts';

/** A small JSON file in the user-data folder that always matches its schema. */
export interface JsonStore<T extends Record<string, unknown>> {
  get(): T;
  /** When it returns, the value is on the disk. If it throws, nothing has changed. */
  set(value: T): void;
}

/** Replaces a file whole or throws. */
export type Save<T> = (file: string, value: T) => void;

/** A file that is not valid is renamed and kept, and the store starts with the defaults. */
export function openJsonStore<T extends Record<string, unknown>>(folder: string, name: string, schema: z.ZodType<T>, defaults: T, save: Save<T>): JsonStore<T> {
  const file = path.join(folder, `${name}.json`);
  // Left by a process that was killed. It may hold a key.
  rmSync(partOf(file), { force: true });
  let current = read(file, schema, defaults);
  return {
    get: () => current,
    set(value) {
      const next = schema.parse(value);
      mkdirSync(folder, { recursive: true });
      save(file, next);
      // Also if the folder existed, because its creator may have been killed before this.
      syncFolderSync(path.dirname(folder));
      current = next;
    },
  };
}

const anyObject = z.record(z.string(), z.unknown());

function read<T>(file: string, schema: z.ZodType<T>, defaults: T): T {
  try {
    return schema.parse({ ...defaults, ...anyObject.parse(JSON.parse(readFileSync(file, 'utf8'))) });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') renameSync(file, file.replace(/\.json$/, `.unreadable-${Date.now()}.json`));
    return schema.parse(defaults);
  }
}
