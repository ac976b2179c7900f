import path from 'node:path';
import type { LibraryFolders } from '../library/library-folders.ts';
import { realPictureFile } from '../library/real-file.ts';
import type { PictureStore } from '../library/picture-store.ts';

export interface FoldersDeps {
  readonly repository: Pick<PictureStore, 'describe'>;
  readonly folders: Pick<LibraryFolders, 'locate'>;
}

export interface FirstFiles {
  /** Absolute paths, in the order of the pictures, each in a different folder. */
  readonly files: readonly string[];
  /** There may be more folders, because not all pictures were examined. */
  readonly more: boolean;
}

/** Folders shown at once, each in a window. */
const mostFolders = 5;
/** Pictures examined, and how many are read at once. */
const mostPictures = 2_000;
const together = 200;

/** The first file of each folder that contains these pictures. */
export async function firstOfFolders(ids: Int32Array, { repository, folders }: FoldersDeps): Promise<FirstFiles> {
  const files = new Map<string, string>();
  for (let at = 0; at < Math.min(ids.length, mostPictures); at += together) {
    for (const { image } of await repository.describe([...ids.subarray(at, at + together)])) {
      const file = image.state.status === 'kept' ? await realPictureFile(folders, image.state.file) : null;
      if (file === null || files.has(path.dirname(file))) continue;
      if (files.size === mostFolders) return { files: [...files.values()], more: true };
      files.set(path.dirname(file), file);
    }
  }
  return { files: [...files.values()], more: ids.length > mostPictures };
}
