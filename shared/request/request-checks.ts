/** Checks of a request before it is sent. Pure: the window, the practice service and tests use them. */

/** Longest prompt, in characters. */
export const longestPrompt = 32_000;

/** Longest texts of a request besides the prompt, in characters. */
export const longestChoice = { model: 200, size: 64, quality: 64 } as const;

/** A size as services of this kind write it: `<width>x<height>`, a ratio such as `16:9`, or `auto`. */
export type SizeText =
  | { readonly kind: 'none' | 'auto' }
  | { readonly kind: 'ratio'; readonly across: number; readonly down: number }
  | { readonly kind: 'exact'; readonly width: number; readonly height: number }
  /** Free text that a service may understand. */
  | { readonly kind: 'other' };

export function readSize(size: string): SizeText {
  const text = size.trim().toLowerCase();
  if (text === '') return { kind: 'none' };
  if (text === 'auto') return { kind: 'auto' };
  const ratio = /^(\d{1,3})\s*:\s*(\d{1,3})$/.exec(text);
  if (ratio) return { kind: 'ratio', across: Number(ratio[1]), down: Number(ratio[2]) };
  const exact = /^(\d{1,7})\s*[x×]\s*(\d{1,7})$/.exec(text);
  if (exact) return { kind: 'exact', width: Number(exact[1]), height: Number(exact[2]) };
  return { kind: 'other' };
}

/** The size as it is sent, without spaces and with `x` instead of `×`. Free text is not changed. */
export function writtenSize(size: string): string {
  const read = readSize(size);
  if (read.kind === 'exact') return `${read.width}x${read.height}`;
  if (read.kind === 'ratio') return `${read.across}:${read.down}`;
  return read.kind === 'auto' ? 'auto' : size.trim();
}

/** What the built-in practice painter can paint. */
export const practiceLimits = { minSide: 16, maxSide: 8192, maxPixels: 8_388_608, widestRatio: 8 } as const;

/** No known service exceeds these. */
const anyLimits = { minSide: 16, maxSide: 16_384, maxPixels: 64_000_000, widestRatio: 20 } as const;

type Limits = Readonly<Record<keyof typeof practiceLimits, number>>;

/** What is wrong with a size that could be read. */
export type SizeFault = 'side' | 'pixels' | 'ratio';

function faultOf(read: SizeText, limits: Limits): SizeFault | null {
  if (read.kind === 'ratio') {
    const ratio = read.across / read.down;
    return ratio >= 1 / limits.widestRatio && ratio <= limits.widestRatio ? null : 'ratio';
  }
  if (read.kind !== 'exact') return null;
  const { width, height } = read;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < limits.minSide || long > limits.maxSide) return 'side';
  return width * height > limits.maxPixels ? 'pixels' : null;
}

/** Why the practice painter cannot paint this size. Null if it can. */
export function practiceRefuses(read: SizeText): SizeFault | 'form' | null {
  return read.kind === 'other' ? 'form' : faultOf(read, practiceLimits);
}

/** Why no service is likely to accept this size. Null if one may. */
export function unlikelySize(read: SizeText): SizeFault | null {
  const fault = faultOf(read, anyLimits);
  if (fault !== null || read.kind !== 'exact') return fault;
  return Math.max(read.width, read.height) > anyLimits.widestRatio * Math.min(read.width, read.height) ? 'ratio' : null;
}
