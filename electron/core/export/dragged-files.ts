import type { LibraryFolders } from '../library/library-folders.ts';
import { realPictureFile } from '../library/real-file.ts';
import type { Repository } from '../ports.ts';

/** Files that one drag carries: more are not dragged by hand, and the drag has to begin at once. */
const mostFiles = 100;

export interface DraggedFilesDeps {
  readonly repository: Pick<Repository, 'describe'>;
  readonly folders: Pick<LibraryFolders, 'locate'>;
}

/** The files of the first of these pictures, in their order, without those whose file is missing or lies outside the library. */
export async function draggedFiles(ids: Int32Array, { repository, folders }: DraggedFilesDeps): Promise<readonly string[]> {
  const pictures = await repository.describe([...ids.subarray(0, mostFiles)]);
  const found = await Promise.all(
    pictures.map(async ({ image: { state } }) => (state.status === 'kept' ? realPictureFile(folders, state.file) : null)),
  );
  return found.filter((file) => file !== null);
}
