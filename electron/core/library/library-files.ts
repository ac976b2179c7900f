import { link, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, systemError } from '../util/system-errors.ts';
import { syncFolder } from '../util/sync-folder.ts';

/** Where links fail for other reasons than these, the file system has none (exFAT, some network shares). */
const linkFailures = new Set(['ENOENT', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/**
 * Makes the folders one inside another below the root, which itself is never made: a library on a disk that is not there
 * must not come into being in its place. Returns the innermost. Rejects with the system's error.
 */
export async function ensureFolders(root: string, names: readonly string[]): Promise<string> {
  let folder = root;
  for (const name of names) {
    const parent = folder;
    folder = path.join(parent, name);
    await makeFolder(folder);
    // Also of one that was there: whoever made it, a moment ago or in a life that was cut short, may not have come to this.
    await syncFolder(parent);
  }
  return folder;
}

/**
 * Gives a finished file its name, the first of `names` that is free, without ever taking the place of another file. When
 * this resolves, the name is on the disk. Rejects with the system's error.
 */
export async function placeFile(file: string, folder: string, names: Iterable<string>): Promise<string> {
  for (const name of names) {
    if (await takeName(file, path.join(folder, name))) {
      await syncFolder(folder);
      return name;
    }
  }
  throw systemError('EEXIST', 'link');
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** False when the name is taken. A link fails on a taken name, where a rename would overwrite. */
async function takeName(file: string, target: string): Promise<boolean> {
  try {
    await link(file, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (linkFailures.has(codeOf(error))) throw error;
    return takeNameByReservation(file, target);
  }
  await unlink(file);
  return true;
}

/** Without links: an empty file of our own holds the name, and is then replaced. False when the name is taken. */
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
