import type { Decoded } from '../thumbnails/decoder-process.ts';
import type { LeftOutReason } from '../../../shared/export/export.ts';
import type { ExportPosition } from './export-names.ts';
import type { ExportedPicture } from './exported-picture.ts';

/** `there`: the folder contains the same file already. */
export type CopyOutcome = 'copied' | 'there' | LeftOutReason;

/** What an export makes of the pictures: copies, or a contact sheet. */
export interface ExportOutput {
  /** Whether it needs the files alone, without marks and names. */
  readonly isPlain: boolean;
  /** Starts to decode a picture before it is written. Null: it is not decoded. */
  decode(picture: ExportedPicture): Promise<Decoded> | null;
  /** Rejects with the system's error if the target cannot be written to, and with the signal's reason if it is aborted. */
  write(next: PictureToWrite, signal: AbortSignal): Promise<CopyOutcome>;
  /** Completes the export after the last picture. */
  end(signal: AbortSignal): Promise<void>;
  /** Removes unfinished files. */
  discard(): Promise<void>;
}

export interface PictureToWrite {
  readonly picture: ExportedPicture;
  /** Absolute path of the picture's file. */
  readonly source: string;
  /** Null: it was not decoded. */
  readonly decoded: Extract<Decoded, { ok: true }> | null;
  readonly position: ExportPosition;
}
