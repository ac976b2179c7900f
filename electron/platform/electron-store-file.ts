import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import { previousOf, type Save } from './json-store.ts';
import { syncWholeFile, writeWholeFileSync } from './whole-file-sync.ts';

/**
 * Settings and window state are written by electron-store. It takes a short write for a whole one, and does not sync the folder: so
 * the value before stays on the disk under another name until what was written has been read again and is on the disk too.
 */
export function electronStoreFile<T extends Record<string, unknown>>(file: string): Save<T> {
  const previous = previousOf(file);
  let store: Store<T> | null = null;

  const isThere = (value: T): boolean => JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))) === JSON.stringify(value);

  return (value) => {
    if (existsSync(file)) writeWholeFileSync(previous, readFileSync(file, 'utf8'));
    try {
      // Not made before it is needed: it throws on a file that it cannot parse, and such a one has been put aside by now.
      store ??= new Store<T>({ cwd: path.dirname(file), name: path.basename(file, '.json'), configFileMode: 0o600 });
      store.store = value;
      if (isThere(value)) syncWholeFile(file);
      else writeWholeFileSync(file, JSON.stringify(value, null, '\t'));
    } catch (error) {
      if (existsSync(previous)) renameSync(previous, file);
      throw error;
    }
    rmSync(previous, { force: true });
  };
}
