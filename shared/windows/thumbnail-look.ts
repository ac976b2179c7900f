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
  | 'no-preview'
  /** The file is not at its path. It may come back with its disk. */
  | 'file-missing';

/**
 * Bytes of a picture's placeholder colours: first 1 if they are known, then red, green and blue of five places: top left, top right,
 * bottom left, bottom right, middle.
 */
export const coloursLength = 16;

/**
 * Bytes of a picture's perceptual hash (renderer/decoder/picture-hash.ts). Pictures that look alike differ in few bits. The hash of a flat picture says
 * little, so its cells follow it.
 */
export const hashLength = 8;

/** Bytes of the cells of a flat picture: its brightness in a grid of 64 × 64, two cells of 16 steps in each byte, in an order that puts neighbours far apart. */
export const cellsLength = 2048;

/** The colour of the middle as 0xRRGGBB. -1: not known. */
export function middleOf(colours: Uint8Array): number {
  const [red = 0, green = 0, blue = 0] = colours.subarray(coloursLength - 3);
  return colours[0] === 1 ? red * 0x10000 + green * 0x100 + blue : -1;
}

/** What the window knows about a thumbnail before it loads it. */
export interface ThumbnailLook {
  /** `coloursLength` bytes, zeros where unknown. */
  readonly colours: Uint8Array;
  readonly broken: BrokenReason | null;
}

/** The media type of a thumbnail, by its first bytes: JPEG of opaque pictures, WebP of others. Null: it is neither. */
export function thumbnailType(bytes: Uint8Array): 'image/jpeg' | 'image/webp' | null {
  const begins = (at: number, mark: string): boolean => [...mark].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
  if (begins(0, '\xff\xd8\xff')) return 'image/jpeg';
  return begins(0, 'RIFF') && begins(8, 'WEBP') ? 'image/webp' : null;
}
