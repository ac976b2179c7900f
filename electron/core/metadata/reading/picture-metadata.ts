import type { ImportForm } from '../../../../shared/library/import.ts';
import type { Flag } from '../../../../shared/library/marks.ts';
import type { EpochMs } from '../../../../shared/task.ts';
import type { PictureRecord } from './picture-record.ts';

/** What a picture's file says about how it was made, and the marks that other programs gave it. */
export interface PictureMetadata {
  readonly prompt: string | null;
  readonly negativePrompt: string | null;
  readonly model: string | null;
  /** `512x768`: width, then height, in pixels. */
  readonly size: string | null;
  /** Decimal digits, because a number cannot hold a seed of 64 bits. */
  readonly seed: string | null;
  readonly steps: number | null;
  readonly sampler: string | null;
  readonly cfgScale: number | null;
  readonly createdAt: EpochMs | null;
  /** What a person wrote about a photo. */
  readonly note: string | null;
  readonly tags: readonly string[];
  /** 0 to 5. */
  readonly rating: number | null;
  /** The name of its colour label. */
  readonly label: string | null;
  readonly flag: Flag | null;
  /** The program that made the picture. */
  readonly software: string | null;
  /** Null if nothing in the file describes the picture. */
  readonly source: ImportForm | null;
  /** What Latent wrote into it at an export. Null: Latent did not write it. */
  readonly record: PictureRecord | null;
}

/** A text of the file and where it stands: `png:parameters`, `exif:UserComment`, `xmp:description`. */
export interface RawText {
  readonly kind: string;
  readonly text: string;
}

/** What one form of metadata says. */
export interface Finding extends Partial<Omit<PictureMetadata, 'source' | 'record'>> {
  readonly source: ImportForm;
}
