import { z } from 'zod';
import { longestPattern } from './name-pattern.ts';

export const exportFormats = ['original', 'png', 'jpeg', 'webp'] as const;
/** `keep`: as in the original, only without converting. `embed`: with what Latent knows. `strip`: none. */
export const exportMetadata = ['keep', 'embed', 'strip'] as const;

/** Pixels of the longest side of a converted copy. */
export const sideLimits = { min: 16, max: 65_535 } as const;

/** What a person chose for the copies of pictures. */
export const exportChoicesSchema = z.object({
  into: z.enum(['folder', 'zip']),
  names: z.string().min(1).max(longestPattern),
  format: z.enum(exportFormats),
  /** Of JPEG and WebP, in percent. */
  quality: z.int().min(1).max(100),
  /** Of a converted copy, which is never larger than the original. Null: as in the original. */
  longestSide: z.int().min(sideLimits.min).max(sideLimits.max).nullable(),
  metadata: z.enum(exportMetadata),
});

export type ExportChoices = Readonly<z.infer<typeof exportChoicesSchema>>;
export type ExportFormat = ExportChoices['format'];

/** Exact copies under the names that they have in the library. */
export const usualExport: ExportChoices = { into: 'folder', names: '{name}', format: 'original', quality: 90, longestSide: null, metadata: 'keep' };

/** A converted copy has nothing of the original's metadata, so `keep` means none. */
export function metadataOf({ format, metadata }: Pick<ExportChoices, 'format' | 'metadata'>): ExportChoices['metadata'] {
  return format !== 'original' && metadata === 'keep' ? 'strip' : metadata;
}
