/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Sizes that services of this kind take: `<width>x<height>`, a ratio such as `16:9`, or `auto`. */
export const maxPixels = 8_388_608;
export const minSide = 16;
export const maxSide = 8192;

/** What a ratio is painted at: about a megapixel. */
const ratioPixels = 1_048_576;
const autoSizes: readonly PictureSize[] = [
  { width: 1024, height: 1024 },
  { width: 1216, height: 832 },
  { width: 832, height: 1216 },
];

function ofRatio(across: number, down: number): PictureSize | null {
  const ratio = across / down;
  if (!(ratio >= 1 / 8 && ratio <= 8)) return null;
  const side = (pixels: number): number => Math.max(minSide, Math.round(pixels / 16) * 16);
  return { width: side(Math.sqrt(ratioPixels * ratio)), height: side(Math.sqrt(ratioPixels / ratio)) };
}

/**
 * The size that a request's `size` asks for (service-interface §2), or null when this service cannot paint it.
 * `choice` in [0, 1) picks the shape for `auto` and for none.
 */
export function parseSize(size: string, choice: number): PictureSize | null {
  const text = size.trim().toLowerCase();
  if (text === '') return { width: 1024, height: 1024 };
  if (text === 'auto') return autoSizes[Math.floor(choice * autoSizes.length)] ?? null;
  const ratio = /^(\d{1,3}):(\d{1,3})$/.exec(text);
  if (ratio) return ofRatio(Number(ratio[1]), Number(ratio[2]));
  const exact = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(text);
  if (!exact) return null;
  const width = Number(exact[1]);
  const height = Number(exact[2]);
  const possible = Math.min(width, height) >= minSide && Math.max(width, height) <= maxSide && width * height <= maxPixels;
  return possible ? { width, height } : null;
}
