import { lstat, opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { journalFolder } from '../library/library-journal.ts';
import type { FolderTimes } from './folder-memory.ts';

/** A folder whose names are others than they were. */
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

/**
 * The folders of a library that changed since they were last looked through, one by one. Of the others nothing is read but their time: a
 * million files in some hundred folders cost some hundred looks. Links are not followed; what is hidden or still arriving is left out. Rejects
 * with the signal's reason.
 */
export async function* changedFolders(root: string, before: FolderTimes, signal: AbortSignal): AsyncGenerator<ChangedFolder> {
  const waiting = new Set<string>(['', ...[...before.keys()].flatMap((known) => belowIn(root, known))]);
  for (const below of waiting) {
    signal.throwIfAborted();
    const folder = path.join(root, below);
    const found = await (below === '' ? stat(folder) : lstat(folder)).catch(() => null);
    if (!found?.isDirectory() || before.get(folder) === found.mtimeMs) continue;
    const names: string[] = [];
    try {
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        const inside = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory() && entry.name !== journalFolder && !entry.name.startsWith('.')) waiting.add(inside);
        if (entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.part')) names.push(inside);
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

function belowIn(root: string, folder: string): readonly string[] {
  // The root of a disk ends with a separator already.
  const start = root.endsWith(path.sep) ? root : root + path.sep;
  return folder.length > start.length && folder.startsWith(start) ? [folder.slice(start.length).split(path.sep).join('/')] : [];
}
