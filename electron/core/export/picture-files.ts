import path from 'node:path';
import { mostCopied, mostDragged } from '../../../shared/export/export.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { LibraryFolders } from '../library/library-folders.ts';
import { realPictureFile } from '../library/files/real-file.ts';
import type { PictureStore } from '../library/stores/picture-store.ts';

/** The files of pictures, for dragging and copying them out of the window and for showing their folders. */

export interface PictureFilesDeps {
  readonly repository: Pick<PictureStore, 'describe'>;
  readonly folders: Pick<LibraryFolders, 'locate'>;
}

export interface TakenFiles {
  /** Absolute paths, in the order of the pictures. */
  readonly files: readonly string[];
  /** Kept pictures whose file is missing or lies outside the library. */
  readonly missing: readonly ImageId[];
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

/** The files of the first of these pictures. */
export const draggedFiles = (ids: Int32Array, deps: PictureFilesDeps): Promise<TakenFiles> => takenFiles(ids.subarray(0, mostDragged), deps);
export const copiedFilesOf = (ids: Int32Array, deps: PictureFilesDeps): Promise<TakenFiles> => takenFiles(ids.subarray(0, mostCopied), deps);

async function takenFiles(ids: Int32Array, deps: PictureFilesDeps): Promise<TakenFiles> {
  const kept: Awaited<ReturnType<typeof filesOf>>[number][] = [];
  for (let at = 0; at < ids.length; at += together) kept.push(...(await filesOf(ids.subarray(at, at + together), deps)));
  return { files: kept.flatMap(({ file }) => file ?? []), missing: kept.flatMap(({ id, file }) => (file === null ? [id] : [])) };
}

/** The first file of each folder that contains these pictures. */
export async function firstOfFolders(ids: Int32Array, deps: PictureFilesDeps): Promise<FirstFiles> {
  const files = new Map<string, string>();
  for (let at = 0; at < Math.min(ids.length, mostPictures); at += together) {
    for (const { file } of await filesOf(ids.subarray(at, at + together), deps)) {
      if (file === null || files.has(path.dirname(file))) continue;
      if (files.size === mostFolders) return { files: [...files.values()], more: true };
      files.set(path.dirname(file), file);
    }
  }
  return { files: [...files.values()], more: ids.length > mostPictures };
}

/** The real file of each kept picture. Null if it is missing or lies outside the library. */
async function filesOf(ids: Int32Array, { repository, folders }: PictureFilesDeps): Promise<readonly { readonly id: ImageId; readonly file: string | null }[]> {
  const pictures = await repository.describe([...ids]);
  const found = pictures.map(async ({ image: { id, state } }) => (state.status === 'kept' ? [{ id, file: await realPictureFile(folders, state.file) }] : []));
  return (await Promise.all(found)).flat();
}
