import { mostDragged } from '../../../shared/library/export.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { LibraryFolders } from '../library/library-folders.ts';
import { realPictureFile } from '../library/real-file.ts';
import type { PictureStore } from '../library/picture-store.ts';

export interface DraggedFilesDeps {
  readonly repository: Pick<PictureStore, 'describe'>;
  readonly folders: Pick<LibraryFolders, 'locate'>;
}

export interface DraggedFiles {
  /** Absolute paths, in the order of the pictures. */
  readonly files: readonly string[];
  /** Kept pictures whose file is missing or lies outside the library. */
  readonly missing: readonly ImageId[];
}

/** The files of the first of these pictures. */
export async function draggedFiles(ids: Int32Array, { repository, folders }: DraggedFilesDeps): Promise<DraggedFiles> {
  const pictures = await repository.describe([...ids.subarray(0, mostDragged)]);
  const found = await Promise.all(
    pictures.map(async ({ image: { id, state } }) => (state.status === 'kept' ? [{ id, file: await realPictureFile(folders, state.file) }] : [])),
  );
  const kept = found.flat();
  return { files: kept.flatMap(({ file }) => file ?? []), missing: kept.flatMap(({ id, file }) => (file === null ? [id] : [])) };
}
