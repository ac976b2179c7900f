import type { AlbumId, ImageMarks, Mark, RewrittenSearch, SavedSearch, StoredValue, UsedMarks } from '../../../../shared/library/marks.ts';
import type { EpochMs, ImageId } from '../../../../shared/task.ts';

/** A mark as it is stored: moving to the trash has a time. `back`: a picture that was taken out of an album returns to its previous place, not to the end. */
export type StoredMark = Exclude<Mark, { readonly kind: 'trash' | 'album' }> | { readonly kind: 'trash'; readonly at: EpochMs } | { readonly kind: 'album'; readonly album: AlbumId; readonly back?: boolean };

/** Pictures that a mark changed, grouped by what the column of the mark held. For a tag or an album, it is 1 if they had it and 0 otherwise. */
export interface MarkedBefore {
  readonly was: StoredValue;
  readonly ids: Int32Array;
}

export interface MarkStore {
  /** Those of these kept pictures that the mark would change. */
  changedBy(ids: Int32Array, mark: StoredMark): Promise<readonly MarkedBefore[]>;
  /** Marks kept pictures, all or none, in one transaction: pass at most some thousands. Ignores pictures that have the mark. */
  markImages(ids: Int32Array, mark: StoredMark): Promise<void>;
  /** Renames a tag. Resolves to false if the tag does not exist, or if another tag already has the name. */
  renameTag(from: string, to: string): Promise<boolean>;
  /** Null: it is not a kept picture. */
  imageMarks(id: ImageId): Promise<ImageMarks | null>;
  usedMarks(): Promise<UsedMarks>;
}

export interface SavedSearchStore {
  /** In the order in which they were saved. Renaming does not change it. */
  savedSearches(): Promise<readonly SavedSearch[]>;
  /** An existing search gets the new name. With the time of a removed search, it takes the place of that one. */
  saveSearch(name: string, query: string, at: EpochMs): Promise<void>;
  renameSearch(id: number, name: string): Promise<void>;
  /** Replaces the text of saved searches. A search stays as it is if another one already has the new text. */
  rewriteSearches(changes: readonly RewrittenSearch[]): Promise<void>;
  removeSearch(id: number): Promise<void>;
}
