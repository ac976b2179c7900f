import type { ImageId } from '../../../shared/task.ts';
import type { BrokenReason } from '../../../shared/windows/thumbnail-look.ts';

/** Longer side of a thumbnail in pixels: sharp in a 256-px cell on a screen of twice the density. */
export const thumbnailSide = 512;

/** A missing file is not recorded, because it may come back. */
export type StoredReason = Exclude<BrokenReason, 'file-missing'>;

export type Found = { readonly state: 'kept'; readonly thumbnail: Uint8Array } | Broken | None;

/** What is known of a picture without its thumbnail. */
export type StoredLook = { readonly state: 'kept'; readonly colours: Uint8Array | null } | Broken | None;

interface Broken {
  readonly state: 'broken';
  readonly reason: StoredReason;
}

interface None {
  readonly state: 'none';
}

/** Stores thumbnails. One that cannot be read counts as missing and is made again. No call rejects. */
export interface ThumbnailStore {
  read(id: ImageId): Promise<Found>;
  /** In the order of the ids. Empty if nothing can be stored at all. */
  look(ids: readonly ImageId[]): Promise<readonly StoredLook[]>;
  /** Resolves to false if the thumbnail could not be stored, such as on a full disk. */
  write(id: ImageId, thumbnail: Uint8Array, colours: Uint8Array | null, hash: Uint8Array | null): Promise<boolean>;
  markBroken(id: ImageId, reason: StoredReason): Promise<boolean>;
  /** Makes it missing, so that it is tried again. */
  forget(id: ImageId): Promise<boolean>;
  /** The background walk has handled all pictures up to this one. Null: none. */
  walked(): Promise<ImageId | null>;
  setWalked(newest: ImageId): Promise<boolean>;
  /** Returns the space of forgotten thumbnails to the disk. */
  vacuum(): Promise<void>;
  /** Deletes all thumbnails and returns their space to the disk. Each is made again when it is seen. What is known of the pictures stays. Resolves to false if it failed. */
  clear(): Promise<boolean>;
  /** Resolves when all earlier calls are done. */
  close(): Promise<void>;
}
