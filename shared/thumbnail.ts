/** Words that main, the decoder's page and the window share about thumbnails. */

/** Why a picture has no thumbnail. */
export type BrokenReason =
  /** No decoder could read the bytes. */
  | 'damaged'
  /** Its header names more pixels than any decoder is given. */
  | 'too-many-pixels'
  /** Decoding it, alone, ended or stalled the decoder's process twice. */
  | 'unreadable'
  /** The service delivered something other than a picture that Latent can show. It is kept, and never decoded. */
  | 'kept-only'
  /** The file is not where it was kept; it may come back with its disk. */
  | 'file-missing';

/**
 * Bytes that stand for a picture until its thumbnail is there: one that is 1 where they are known, then red, green and blue
 * of five places: top left, top right, bottom left, bottom right, middle.
 */
export const coloursLength = 16;

/** What the window knows of a picture's thumbnail before it has it. */
export interface ThumbnailLook {
  /** `coloursLength` bytes, zeros where unknown. */
  readonly colours: Uint8Array;
  readonly broken: BrokenReason | null;
}
