import type { ImportForm } from '../../../../shared/library/import.ts';
import type { EpochMs } from '../../../../shared/task.ts';

/** The settings that a picture was generated with. */
export interface PictureSettings {
  readonly prompt: string | null;
  readonly negativePrompt: string | null;
  readonly model: string | null;
  /** `512x768`: width, then height, in pixels. */
  readonly size: string | null;
  readonly quality: string | null;
  /** Decimal digits, because a number cannot hold a seed of 64 bits. */
  readonly seed: string | null;
  readonly steps: number | null;
  readonly sampler: string | null;
  readonly cfgScale: number | null;
}

/** A text of the file and its place: `png:parameters`, `exif:UserComment`, `xmp`. */
export interface RawText {
  readonly kind: string;
  readonly text: string;
}

export interface PictureMetadata extends PictureSettings {
  readonly createdAt: EpochMs | null;
  readonly title: string | null;
  readonly tags: readonly string[];
  /** 0 to 5. */
  readonly rating: number | null;
  /** The Latent task that produced the picture. */
  readonly taskId: string | null;
  /** The program that made the picture. */
  readonly software: string | null;
  readonly raw: readonly RawText[];
  /** Null if nothing in the file describes the picture. */
  readonly source: ImportForm | null;
}

/** What one form of metadata says. */
export interface Finding extends Partial<Omit<PictureMetadata, 'raw' | 'source'>> {
  readonly source: ImportForm;
}
