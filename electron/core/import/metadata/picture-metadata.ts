import type { ImportForm } from '../../../../shared/library/import.ts';
import type { EpochMs } from '../../../../shared/task.ts';

/** What a picture was asked for with. */
export interface PictureSettings {
  readonly prompt: string | null;
  readonly negativePrompt: string | null;
  readonly model: string | null;
  /** `512x768`: width, then height, in pixels. */
  readonly size: string | null;
  readonly quality: string | null;
  /** Decimal digits: seeds of 64 bits do not fit a number. */
  readonly seed: string | null;
  readonly steps: number | null;
  readonly sampler: string | null;
  readonly cfgScale: number | null;
}

/** One text as it stood in the file, and where: `png:parameters`, `exif:UserComment`, `xmp`. */
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
  /** The task of this app that the picture came of. */
  readonly taskId: string | null;
  /** The program that made the picture. */
  readonly software: string | null;
  readonly raw: readonly RawText[];
  /** Null when nothing was found that describes the picture. */
  readonly source: ImportForm | null;
}

/** What one form tells: settings, and what else it happens to know. */
export interface Finding extends Partial<Omit<PictureMetadata, 'raw' | 'source'>> {
  readonly source: ImportForm;
}
