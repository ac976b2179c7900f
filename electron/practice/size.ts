import { practiceLimits, practiceRefuses, readSize } from '../../shared/request-checks.ts';

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a picture whose size is a ratio: about a megapixel. */
const ratioPixels = 1_048_576;
const autoSizes: readonly PictureSize[] = [
  { width: 1024, height: 1024 },
  { width: 1216, height: 832 },
  { width: 832, height: 1216 },
];

function ofRatio(ratio: number): PictureSize {
  const side = (pixels: number): number => Math.max(practiceLimits.minSide, Math.round(pixels / 16) * 16);
  return { width: side(Math.sqrt(ratioPixels * ratio)), height: side(Math.sqrt(ratioPixels / ratio)) };
}

/**
 * The size that a request's `size` asks for (service-interface §2), or null if this service cannot paint it.
 * `choice` in [0, 1) selects the shape for `auto`.
 */
export function parseSize(size: string, choice: number): PictureSize | null {
  const read = readSize(size);
  if (practiceRefuses(read)) return null;
  switch (read.kind) {
    case 'none':
      return { width: 1024, height: 1024 };
    case 'auto':
      return autoSizes[Math.floor(choice * autoSizes.length)] ?? null;
    case 'ratio':
      return ofRatio(read.across / read.down);
    case 'exact':
      return { width: read.width, height: read.height };
    case 'other':
      return null;
  }
}
