import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { ImageFile } from '../../../shared/task.ts';
import { syncFolder } from '../util/sync-folder.ts';

/** Where pictures are saved. The folder may be missing or full at any time. */
export interface Library {
  /** Absolute path of the library folder in force. */
  root(): string;
}

export interface LibraryFolders extends Library {
  /** All library folders, the one in force first. */
  roots(): readonly string[];
  /**
   * Finds a kept picture's file: in the folder in force, else in one used before. A file of another length is not the
   * one that was kept. Null when it is in none of them.
   */
  locate(file: Pick<ImageFile, 'path' | 'bytes'>): Promise<{ readonly path: string; readonly root: string } | null>;
  /** What stands at the place of a file that was not located: a file of another length, as after an edit under its name. */
  otherAt(file: Pick<ImageFile, 'path'>): Promise<{ readonly path: string; readonly bytes: number } | null>;
}

/** `current` and `former` are absolute paths, read at each call because a person may change the folder at any time. */
export function createLibraryFolders(current: () => string, former: () => readonly string[]): LibraryFolders {
  const roots = (): readonly string[] => [current(), ...former()];
  return {
    root: current,
    roots,
    async locate(file) {
      for (const root of roots()) {
        const candidate = path.join(root, file.path);
        const found = await stat(candidate).catch(() => null);
        if (found?.isFile() && found.size === file.bytes) return { path: candidate, root };
      }
      return null;
    },
    async otherAt(file) {
      for (const root of roots()) {
        const candidate = path.join(root, file.path);
        const found = await stat(candidate).catch(() => null);
        if (found?.isFile() && found.size > 0) return { path: candidate, bytes: found.size };
      }
      return null;
    },
  };
}

/** Whether all of these folders can be reached: only then is a file that is found in none of them gone. */
export async function areThere(roots: readonly string[]): Promise<boolean> {
  const found = await Promise.all(roots.map((root) => stat(root).catch(() => null)));
  return found.every((one) => one?.isDirectory() ?? false);
}

/** Makes the folder if need be and makes sure that files can be written there; rejects with `folder-unwritable`. */
export async function ensureWritableFolder(folder: string): Promise<void> {
  try {
    const outermost = (await mkdir(folder, { recursive: true })) ?? folder;
    await access(folder, constants.W_OK | constants.X_OK);
    // A picture in a folder whose own name was lost with the power is lost too.
    for (let made = folder; made.length >= outermost.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
  } catch (error) {
    throw new AppFailure('folder-unwritable', folder, { cause: error });
  }
}
