export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** What a header says: the size as the picture is seen. */
export interface PictureHeader extends PixelSize {
  /** Whether the file goes on to its end mark. If not, it may be shown in part, or whole: some programs forget the mark. */
  readonly isWhole: boolean;
}

const tagOrientation = 0x0112;
const typeShort = 3;
const entryBytes = 12;

/** The TIFF structure of an EXIF block. Writers of WebP and AVIF often leave the name of the JPEG segment in front of it. */
export function tiffIn(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

/**
 * The orientation in an EXIF block, which is a TIFF structure: 1 (upright) to 8. Returns 1 if it says nothing, or if Chromium does not follow it:
 * it must be one SHORT in the first directory.
 */
export function orientationIn(tiff: Buffer): number {
  const mark = tiff.toString('latin1', 0, 4);
  if (tiff.length < 8 || (mark !== 'II*\0' && mark !== 'MM\0*')) return 1;
  const isLittle = mark.startsWith('I');
  const u16 = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const start = u32(4);
  const count = start + 2 > tiff.length ? 0 : u16(start);
  for (let at = start + 2; at < start + 2 + count * entryBytes && at + entryBytes <= tiff.length; at += entryBytes) {
    if (u16(at) !== tagOrientation) continue;
    const value = u16(at + 8);
    return u16(at + 2) === typeShort && u32(at + 4) === 1 && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Size as a picture with this orientation is seen: orientations from 5 on turn it by a quarter. */
export function seenSize<Size extends PixelSize>(stored: Size, orientation: number): Size {
  return orientation < 5 ? stored : { ...stored, width: stored.height, height: stored.width };
}
