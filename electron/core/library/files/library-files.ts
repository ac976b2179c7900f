import { link, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, systemError } from '../../util/system-errors.ts';
import { syncFolder } from '../../util/sync-folder.ts';

/** If a link fails with any other error, the file system has no links (exFAT, some network shares). */
const linkFailures = new Set(['ENOENT', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/**
 * Creates the folders one inside another below the root. The root itself is never created: if the library's disk is missing, no library must
 * appear in its place. Returns the innermost folder. Rejects with the system's error.
 */
export async function ensureFolders(root: string, names: readonly string[]): Promise<string> {
  let folder = root;
  for (const name of names) {
    const parent = folder;
    folder = path.join(parent, name);
    await makeFolder(folder);
    // Also if the folder existed, because its creator may have been killed before this.
    await syncFolder(parent);
  }
  return folder;
}

/**
 * Gives a finished file the first name that is free, and never overwrites another file. A file system may refuse a name with almost any error:
 * then the next list is tried (`nameLists`). So only the error of a plain name says that the folder takes no files. When this resolves, the name is
 * on the disk. Rejects with the system's error of the last list.
 */
export async function placeFile(file: string, folder: string, lists: readonly Iterable<string>[]): Promise<string> {
  const taken = await placeUnsynced(file, folder, lists);
  await syncFolder(folder);
  return taken;
}

/** The same, but the name is on the disk only once the caller has synced the folder. For many files at once. */
export async function placeUnsynced(file: string, folder: string, lists: readonly Iterable<string>[]): Promise<string> {
  let refusal: unknown = systemError('EEXIST', 'link');
  for (const names of lists) {
    const taken = await firstFree(file, folder, names).catch((error: unknown) => {
      refusal = error;
      return null;
    });
    if (taken !== null) return taken;
  }
  throw refusal;
}

async function firstFree(file: string, folder: string, names: Iterable<string>): Promise<string | null> {
  for (const name of names) if (await takeName(file, path.join(folder, name))) return name;
  return null;
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** False if the name is taken. A link then fails, but a rename would overwrite. */
async function takeName(file: string, target: string): Promise<boolean> {
  try {
    await link(file, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (linkFailures.has(codeOf(error))) throw error;
    return takeNameByReservation(file, target);
  }
  // The file has its name. What is left of the part is removed at the next start.
  await unlink(file).catch(() => undefined);
  return true;
}

/** For file systems without links: reserves the name with an empty file and replaces that. False if the name is taken. */
export async function takeNameByReservation(file: string, target: string): Promise<boolean> {
  try {
    await (await open(target, 'wx')).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(file, target);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return true;
}
