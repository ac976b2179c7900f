import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { syncFolderSync } from '../../core/util/sync-folder.ts';
import { codeOf } from '../../core/util/system-errors.ts';
import { partOf, placeWholeFileSync, writeWholeFileSync } from '../../core/util/whole-file.ts';
import { nothingFound, readFields, type Fields, type FoundFields } from './damaged-json.ts';
import { readByField, type FieldValues } from './read-by-field.ts';

/** A small JSON file in the user-data folder that always matches its schema. */
export interface JsonStore<T extends Record<string, unknown>> {
  get(): T;
  /** When it returns, the value is on the disk. If it throws, nothing has changed. */
  set(value: T): void;
}

/** What could not be read of a file. */
export interface Loss {
  readonly fields: readonly string[];
  /** Absolute path of the file as it was. */
  readonly kept: string;
}

export interface OpenedStore<T extends Record<string, unknown>> extends JsonStore<T> {
  /**
   * If something could not be read, keeps the file as it was under another name, writes what is used instead, and returns what was lost. Until this is
   * called, or something is set, the file is not touched: a newer version may have written it, whose database is then refused.
   */
  repair(): Loss | null;
}

/** Replaces a file whole or throws. */
export type Save = (file: string, value: Fields) => void;

export const saveWhole: Save = (file, value) => writeWholeFileSync(file, JSON.stringify(value, null, '\t'));

export interface StoreOptions<T extends Record<string, unknown>> extends FieldValues<T> {
  readonly schema: z.ZodObject & z.ZodType<T>;
  readonly save: Save;
  /** Whether the file must be there, because another one says so. */
  readonly mustExist?: boolean;
  /** Changes what was read, for fields that depend on one another. */
  readonly adjust?: (value: T, lost: readonly (keyof T & string)[]) => T;
}

/** Reads each field on its own (read-by-field.ts). Fields that this version does not know are kept. */
export function openJsonStore<T extends Record<string, unknown>>(folder: string, name: string, { schema, save, mustExist = false, adjust = (value) => value, ...values }: StoreOptions<T>): OpenedStore<T> {
  const file = path.join(folder, `${name}.json`);
  // Left by a process that was killed. It may hold a key.
  rmSync(partOf(file), { force: true });
  const found = findFields(file, mustExist);
  const read = readByField(schema, found.content, values);
  let current = adjust(read.value, read.lost);
  let loss: Loss | null | undefined;
  const write = (value: T): void => {
    mkdirSync(folder, { recursive: true });
    save(file, read.written(value));
    // Also if the folder existed, because its creator may have been killed before this.
    syncFolderSync(path.dirname(folder));
  };
  const repair = (): Loss | null => {
    if (loss !== undefined) return loss;
    const isDamaged = read.lost.length > 0 || !found.content.isWhole;
    const kept = isDamaged && found.isThere ? keepAside(file) : file;
    if (isDamaged) write(current);
    return (loss = isDamaged ? { fields: read.lost, kept } : null);
  };
  return {
    get: () => current,
    set(value) {
      const next = schema.parse(value);
      repair();
      write(next);
      current = next;
    },
    repair,
  };
}

/** `mustExist`: a file that is not there was lost. */
export function findFields(file: string, mustExist = false): { readonly isThere: boolean; readonly content: FoundFields } {
  try {
    return { isThere: true, content: readFields(readFileSync(file)) };
  } catch (error) {
    const isThere = codeOf(error) !== 'ENOENT';
    return { isThere, content: { ...nothingFound, isWhole: !isThere && !mustExist } };
  }
}

/** Keeps the file under another name, and returns that, an absolute path. */
export function keepAside(file: string): string {
  const aside = file.replace(/\.json$/, `.unreadable-${Date.now()}.json`);
  try {
    placeWholeFileSync(aside, (part) => copyFileSync(file, part));
  } catch {
    // It is a folder, or may not be read. Throws if it cannot be renamed either; then nothing is written in its place.
    renameSync(file, aside);
  }
  return aside;
}
