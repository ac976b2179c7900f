/** Types about thumbnails that main, the decoder's page and the window share. */

/** Why a picture has no thumbnail. */
export type BrokenReason =
  /** No decoder could read the bytes. */
  | 'damaged'
  /** Its header declares more pixels than a decoder may handle. */
  | 'too-many-pixels'
  /** Decoding it alone crashed or stalled the decoder's process twice. */
  | 'unreadable'
  /** The service delivered something other than a picture that Latent can show. It is kept, and never decoded. */
  | 'kept-only'
  /** The file is not at its path. It may come back with its disk. */
  | 'file-missing';

/**
 * Bytes of a picture's placeholder colours: first 1 if they are known, then red, green and blue of five places: top left, top right,
 * bottom left, bottom right, middle.
 */
export const coloursLength = 16;

/** What the window knows about a thumbnail before it loads it. */
export interface ThumbnailLook {
  /** `coloursLength` bytes, zeros where unknown. */
  readonly colours: Uint8Array;
  readonly broken: BrokenReason | null;
}
