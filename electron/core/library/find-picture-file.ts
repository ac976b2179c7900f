import type { ImageFile, ImageId } from '../../../shared/task.ts';
import type { LibraryFolders } from './library-folders.ts';
import type { PictureStore } from './stores/picture-store.ts';

export interface PictureFilesDeps {
  readonly repository: Pick<PictureStore, 'image'>;
  readonly folders: Pick<LibraryFolders, 'locate'>;
  /** The file of a kept picture is missing. */
  readonly missed: (id: ImageId) => void;
}

interface FoundFile extends Pick<ImageFile, 'type' | 'width' | 'height'> {
  readonly path: string;
  readonly root: string;
}

/** Finds the files of pictures, also of those that were just downloaded and whose row is still being saved. */
export function createPictureFiles({ repository, folders, missed }: PictureFilesDeps) {
  /** Downloaded, and not saved yet. */
  const placed = new Map<ImageId, ImageFile>();
  const keptFile = async (id: ImageId): Promise<ImageFile | null> => {
    const state = (await repository.image(id))?.image.state;
    return state?.status === 'kept' ? state.file : null;
  };
  return {
    /** Makes a picture's file known while its row is being saved. */
    placed(id: ImageId, file: ImageFile, saved: Promise<boolean>): void {
      placed.set(id, file);
      void saved.then(() => placed.delete(id));
    },
    /** The file of a picture. Null: it is not there. */
    async find(id: ImageId): Promise<FoundFile | null> {
      const file = placed.get(id) ?? (await keptFile(id));
      if (file === null) return null;
      const located = await folders.locate(file);
      if (located === null && !placed.has(id)) missed(id);
      return located && { ...located, type: file.type, width: file.width, height: file.height };
    },
  };
}
