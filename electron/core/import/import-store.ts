import type { ImportCounts, LeftOutReason, SkipReason, SkippedFile } from '../../../shared/library/import.ts';
import type { EpochMs, ImageFile, ImageId, TaskId } from '../../../shared/task.ts';
import type { NewPicture } from '../library/stores/picture-store.ts';

/** An import, as it outlives the app. `read`: the person has dismissed its summary. */
export interface StoredImport {
  readonly id: string;
  /** Absolute paths of the files and folders that were chosen. */
  readonly sources: readonly string[];
  readonly begunAt: EpochMs;
  readonly state: 'running' | 'paused' | 'cancelled' | 'ended' | 'undoing' | 'undone' | 'read';
}

/** A file that an import has looked at, by what tells whether it is still the same. */
export interface LookedAtFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: EpochMs;
}

export type ImportOutcome = 'added' | 'duplicate' | 'in-trash' | 'other' | SkipReason | LeftOutReason;

/** The outcome of a file, or of a folder that is left out, whose path ends with a separator. */
export interface ImportedFile extends LookedAtFile {
  readonly outcome: ImportOutcome;
  /** Of an `other` file, as in `ImportCounts`. Absent: not known. */
  readonly type?: string;
  /** Of an added picture: its file has no end. */
  readonly incomplete?: boolean;
  /** Of the picture that was added. */
  readonly taskId: TaskId | null;
  /** That picture, unless the journal restored it after a crash: then it is in the history already. */
  readonly picture: NewPicture | null;
}

/** Counts of some of an import's files, by outcome. */
export interface CountedFiles extends ImportCounts {
  readonly bytes: number;
  /** The path after which to continue; null if there are no more. */
  readonly last: string | null;
}

export interface SkippedPage {
  readonly files: readonly SkippedFile[];
  /** The path after which to continue; null if there are no more. */
  readonly last: string | null;
}

/** An imported picture and its source file. */
export interface PictureOfImport {
  readonly taskId: TaskId;
  readonly imageId: ImageId;
  readonly file: ImageFile;
  /** A person has changed its marks since, or moved it to the trash. */
  readonly touched: boolean;
  /** Another kept picture has the same file. */
  readonly sharesFile: boolean;
  readonly source: LookedAtFile;
}

export interface ImportStore {
  /** Writes an import, or what has changed of it. Older ones whose summary was dismissed are forgotten in steps, with the outcomes of their files. */
  saveImport(stored: StoredImport): Promise<void>;
  /**
   * Forgets files that an import left out for a reason that may have passed, so that they are tried again. Looks at some thousand files, by path,
   * starting after `after`. Returns the path after which to continue, or null at the end.
   */
  forgetPassing(importId: string, after: string): Promise<string | null>;
  /** The newest import whose summary was not dismissed. */
  latestImport(): Promise<StoredImport | null>;
  /** Writes the outcomes of some files together with their pictures, in one transaction. Returns the ids of the pictures, also of those that were there already. */
  saveImported(importId: string, files: readonly ImportedFile[]): Promise<readonly ImageId[]>;
  /** Counts some thousand files of an import in the order of their paths, starting after `after`. */
  importCounts(importId: string, after: string): Promise<CountedFiles>;
  /** Those of these files that the import has handled and that have not changed since. */
  importedAlready(importId: string, files: readonly LookedAtFile[]): Promise<readonly string[]>;
  /** As `SkippedFile` says, among some thousand files of an import, by path, starting after `after`. */
  skippedFiles(importId: string, after: string): Promise<SkippedPage>;
  /** Pictures of an import that are still in the library, in the order of their source paths, starting after `after`. */
  picturesOfImport(importId: string, after: string, limit: number): Promise<readonly PictureOfImport[]>;
  /** Deletes imported pictures from the history. Ignores others. */
  forgetImported(taskIds: readonly TaskId[]): Promise<void>;
}
