import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { entriesOf, isInside, pathBelow, usual } from '../library/files/walk-folder.ts';
import { readJsonFile } from '../util/json-file.ts';
import { writeWholeFile } from '../util/whole-file.ts';

/** The modification time of each library folder when it was last read, by absolute path. */
export type FolderTimes = ReadonlyMap<string, number>;

/** Keeps the times between starts. Without them, every folder is read once more. */
export interface FolderMemory {
  read(): Promise<FolderTimes>;
  /** Rejects as `writeWholeFile` does. */
  write(times: FolderTimes): Promise<void>;
}

/** A folder that has changed since it was last read. */
export interface ChangedFolder {
  readonly root: string;
  /** Below the root, with forward slashes; empty for the root itself. */
  readonly path: string;
  readonly modifiedAt: number;
  readonly files: readonly FoundFile[];
}

export interface FoundFile {
  /** Below the root, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

const sideBySide = 16;

const schema = z.record(z.string(), z.number());

export function createFolderMemory(file: string): FolderMemory {
  let known: FolderTimes | null = null;
  return {
    async read() {
      known ??= new Map(Object.entries((await readJsonFile(file, schema)) ?? {}));
      return known;
    },
    async write(times) {
      known = times;
      await writeWholeFile(file, [JSON.stringify(Object.fromEntries(times))]);
    },
  };
}

/**
 * Returns the folders of a library that have changed, one by one. Only the time of each other folder is read, so a million files in some hundred
 * folders cost some hundred calls. Leaves out links, hidden files and files that are still arriving. Rejects with the signal's reason.
 */
export async function* changedFolders(root: string, before: FolderTimes, signal: AbortSignal): AsyncGenerator<ChangedFolder> {
  const waiting = new Set<string>(['', ...[...before.keys()].filter((known) => isInside(known, root)).map((known) => pathBelow(root, known))]);
  for (const below of waiting) {
    signal.throwIfAborted();
    const folder = path.join(root, below);
    const found = await (below === '' ? stat(folder) : lstat(folder)).catch(() => null);
    if (!found?.isDirectory() || before.get(folder) === found.mtimeMs) continue;
    const names: string[] = [];
    try {
      for await (const entry of entriesOf(folder)) {
        if (usual(entry) !== null) continue;
        const inside = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.kind === 'folder') waiting.add(inside);
        else names.push(inside);
      }
    } catch {
      continue;
    }
    const files: FoundFile[] = [];
    for (let at = 0; at < names.length; at += sideBySide) {
      signal.throwIfAborted();
      files.push(...(await Promise.all(names.slice(at, at + sideBySide).map((name) => fileAt(root, name)))).flat());
    }
    yield { root, path: below, modifiedAt: found.mtimeMs, files };
  }
}

async function fileAt(root: string, name: string): Promise<readonly FoundFile[]> {
  const found = await lstat(path.join(root, name)).catch(() => null);
  return found?.isFile() ? [{ path: name, bytes: found.size, modifiedAt: Math.max(found.mtimeMs, found.ctimeMs) }] : [];
}
