import type { ImageType } from '../task.ts';

/** The formats into which Latent writes metadata, and from which it removes it. */
export const writableTypes = ['png', 'jpeg', 'webp'] as const;
export type WritableType = (typeof writableTypes)[number];

export function isWritable(type: ImageType): type is WritableType {
  return (writableTypes as readonly ImageType[]).includes(type);
}

/** The most files in one drag, so that the drag begins at once. */
export const mostDragged = 100;

/** The most files that are copied to the clipboard at once. */
export const mostCopied = 1_000;

/**
 * Why a picture was not copied. `unreachable`: its library folder cannot be reached. `name-refused`: the target's disk does not accept the file's name.
 * `not-stripped`: Latent cannot remove metadata from its format. `not-converted`: it cannot be decoded.
 */
export const leftOutReasons = ['missing', 'unreachable', 'unreadable', 'name-refused', 'not-stripped', 'not-converted'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** An export of pictures to a folder, a ZIP file or a contact sheet, under way or ended. */
export interface ExportProgress {
  readonly making: 'copies' | 'contact-sheet';
  /** `stopped`: it can be continued. */
  readonly phase: 'running' | 'stopped' | 'ended';
  /** Why it stopped. Null if the person stopped it. */
  readonly trouble: 'disk-full' | 'folder-unwritable' | 'failed' | null;
  /** Absolute path. */
  readonly folder: string;
  /** The name of the ZIP file or contact sheet in it. Null: the copies are files of their own. */
  readonly file: string | null;
  /** How many there are to copy, without those that have left the library since. */
  readonly pictures: number;
  /** Pictures handled: the sum of the three figures below. */
  readonly done: number;
  readonly copied: number;
  /** The folder already had the same file. */
  readonly there: number;
  readonly leftOut: number;
}

export interface LeftOutPicture {
  /** Below the library folder, with forward slashes. */
  readonly path: string;
  readonly reason: LeftOutReason;
}
