import type { ImportedPicture } from '../../../../shared/library/import.ts';
import type { Image, ImageFile, ImageId, Task, TaskId } from '../../../../shared/task.ts';

/** What it takes to tell whether a kept picture's file is there. */
export interface KeptFile {
  readonly id: ImageId;
  /** Below a library folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
}

/** A file whose path has changed. */
export interface FileMove {
  readonly id: ImageId;
  readonly from: string;
  readonly to: string;
}

/** A kept picture, by its content. */
export interface KeptContent {
  readonly taskId: TaskId;
  readonly sha256: string;
  readonly path: string;
  readonly inTrash: boolean;
  /** The import that it came with, if any. */
  readonly importId: string | null;
  /** An import has recorded a file as this picture. */
  readonly claimed: boolean;
}

/** An imported picture whose file is in the library. Its task is finished and describes it. */
export interface NewPicture {
  readonly task: Task & { readonly imported: ImportedPicture };
  readonly file: ImageFile;
}

/** Kept pictures and where their files are. */
export interface PictureStore {
  image(id: ImageId): Promise<{ readonly image: Image; readonly task: Task } | null>;
  describe(ids: readonly ImageId[]): Promise<readonly { readonly image: Image; readonly task: Task }[]>;
  /** Kept pictures by ascending id, starting after `after` (0: with the first). */
  keptFiles(after: ImageId, limit: number): Promise<readonly KeptFile[]>;
  /** Writes where files are now, all or none. Ignores a picture whose path is no longer `from`. */
  moveFiles(moves: readonly FileMove[]): Promise<void>;
  /** Exchanges the width and height of a kept picture if only one of its row and `seen` is wider than tall. Whether it did. */
  turnTo(id: ImageId, seen: Pick<ImageFile, 'width' | 'height'>): Promise<boolean>;
  /** Kept images with ids below `below` (null: all), descending, at most `limit`. */
  keptIds(below: ImageId | null, limit: number): Promise<readonly ImageId[]>;
  /** The files, by paths below the library, that belong to no kept picture. */
  unknownFiles(files: readonly Pick<ImageFile, 'path' | 'bytes'>[]): Promise<readonly string[]>;
  /** Whether a kept picture's file has this length. */
  isKeptLength(bytes: number): Promise<boolean>;
  /** Kept pictures whose files have this length and SHA-256. */
  keptContents(bytes: number, sha256: string): Promise<readonly KeptContent[]>;
  /** Adds pictures that were found in the library folder. Returns the ids of all of them, also of those that were there already. */
  addPictures(pictures: readonly NewPicture[]): Promise<readonly ImageId[]>;
}
