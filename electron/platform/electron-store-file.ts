import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Store from 'electron-store';
import { previousOf, type Save } from './json-store.ts';
import { syncWholeFile, writeWholeFileSync } from './whole-file-sync.ts';

/**
 * Writes settings and window state with electron-store. electron-store does not notice a short write and does not sync the folder. So the
 * previous value stays on the disk under another name until the new file was read back and synced.
 */
export function electronStoreFile<T extends Record<string, unknown>>(file: string): Save<T> {
  const previous = previousOf(file);
  let store: Store<T> | null = null;

  const isThere = (value: T): boolean => JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))) === JSON.stringify(value);

  return (value) => {
    if (existsSync(file)) writeWholeFileSync(previous, readFileSync(file, 'utf8'));
    try {
      // Created late, because it throws on a file that it cannot parse. Such a file has been moved aside by now.
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
