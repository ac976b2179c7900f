import type { ImageId } from '../../../shared/task.ts';
import type { BrokenReason } from '../../../shared/thumbnail.ts';

/** A missing file is not written down: it may come back. */
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

/** Pictures from `from` up to `to` were dealt with by the background walk. */
export interface Walked {
  readonly from: ImageId;
  readonly to: ImageId;
}

/** Where thumbnails are kept. Nothing in it is precious: what cannot be read is missing, and made again. No call rejects. */
export interface ThumbnailStore {
  read(id: ImageId): Promise<Found>;
  /** In the order of the ids; empty when nothing can be kept at all. */
  look(ids: readonly ImageId[]): Promise<readonly StoredLook[]>;
  /** False when it could not be kept, for instance on a full disk. */
  write(id: ImageId, thumbnail: Uint8Array, colours: Uint8Array | null): Promise<boolean>;
  markBroken(id: ImageId, reason: StoredReason): Promise<boolean>;
  /** Makes it missing, so that it is tried again. */
  forget(id: ImageId): Promise<boolean>;
  walked(): Promise<Walked | null>;
  setWalked(walked: Walked): Promise<boolean>;
  /** Gives the room of forgotten thumbnails back to the disk. */
  vacuum(): Promise<void>;
  /** Resolves when what was asked before is done. */
  close(): Promise<void>;
}
