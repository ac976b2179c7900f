/** Has no zod schema, because the window reads this file, and its content security policy forbids the code generation that zod tries first. */

export const exportFormats = ['original', 'png', 'jpeg', 'webp'] as const;
/** `keep`: as in the original, only if the copy is not converted. `embed`: adds what Latent knows. `strip`: none. */
export const exportMetadata = ['keep', 'embed', 'strip'] as const;

/** Limits for the longest side of a converted copy, in pixels. */
export const sideLimits = { min: 16, max: 65_535 } as const;

/** What a person chose for the copies of pictures. */
export interface ExportChoices {
  readonly into: 'folder' | 'zip';
  /** See name-pattern.ts. */
  readonly names: string;
  readonly format: (typeof exportFormats)[number];
  /** Quality of JPEG and WebP, in percent. */
  readonly quality: number;
  /** Longest side of a converted copy, in pixels. It is never larger than in the original. Null: as in the original. */
  readonly longestSide: number | null;
  readonly metadata: (typeof exportMetadata)[number];
}

export type ExportFormat = ExportChoices['format'];

/** Exact copies under the names that they have in the library. */
export const usualExport: ExportChoices = { into: 'folder', names: '{name}', format: 'original', quality: 90, longestSide: null, metadata: 'keep' };

/** A converted copy loses the original's metadata, so `keep` means none. */
export function metadataOf({ format, metadata }: Pick<ExportChoices, 'format' | 'metadata'>): ExportChoices['metadata'] {
  return format !== 'original' && metadata === 'keep' ? 'strip' : metadata;
}
