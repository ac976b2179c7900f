import type { UndoToken } from '../undo-token.ts';
import type { Flag, Label } from './marks.ts';

/** The known format that a picture's prompt and settings were read from. */
export const importForms = [
  /** Latent's own properties, written at an export. */
  'latent',
  'a1111',
  'comfyui',
  'invokeai',
  'novelai',
  'fooocus',
  'swarmui',
  'drawthings',
  'easydiffusion',
  'midjourney',
  'xmp',
  'iptc',
  'exif',
  /** A plain text of the file format itself: PNG text or a JPEG comment. */
  'comment',
] as const;
export type ImportForm = (typeof importForms)[number];

/** What is known of an imported picture besides its prompt, model and size. No service was asked for it. */
export interface ImportedPicture {
  /** The import that added it. Null: its file was put into the library folder by hand. */
  readonly importId: string | null;
  /** The name of the original file. */
  readonly title: string;
  /** Null: the file does not say how it was made. */
  readonly form: ImportForm | null;
  readonly negativePrompt: string | null;
  /** Decimal digits, because a 64-bit seed does not fit a number. */
  readonly seed: string | null;
  readonly steps: number | null;
  readonly sampler: string | null;
  readonly cfgScale: number | null;
  /** The program that made it. */
  readonly software: string | null;
  /** The rating in its file: 0 to 5; 0 is no rating. */
  readonly rating: number;
  readonly tags: readonly string[];
  /** The colour label in its file. Absent: none. */
  readonly label?: Label;
  /** What a person wrote about a photo. Absent: nothing, or `origin` says it. */
  readonly note?: string;
  /** Picked or rejected in another program. Absent: neither, or `origin` says it. */
  readonly flag?: Flag;
  /** Its file has no end, so a part of the picture may be missing. Absent: it has one. */
  readonly incomplete?: true;
  /** What another Latent wrote into the file at an export. Absent: Latent did not write it. */
  readonly origin?: PictureOrigin;
}

/** Where an exported picture comes from, and the marks of Latent alone. */
export interface PictureOrigin {
  /** The service's id of the task. This Latent did not send the task, so it never queries it. */
  readonly taskId: string | null;
  /** The names that account and batch had there. */
  readonly account: string | null;
  readonly batch: string | null;
  readonly favourite: boolean;
  readonly flag: Flag | null;
  /** Empty: none. */
  readonly note: string;
  /** The names of its albums. */
  readonly albums: readonly string[];
}

/** Why a file beside a picture was not read. A picture of its name is there, except for `sidecar-alone`: XMP of a file that is not beside it. */
export const sidecarFaults = ['sidecar-alone', 'sidecar-too-large', 'sidecar-not-text', 'sidecar-broken'] as const;
export type SidecarFault = (typeof sidecarFaults)[number];

/** Why a file could not be imported. */
export const skipReasons = [
  'unreadable',
  'no-permission',
  'gone',
  'damaged',
  'too-large',
  'too-costly',
  'changed',
  'empty',
  /** It is called like a picture, and has other content. */
  'no-picture',
  /** A socket, a pipe or a device. */
  'special',
  /** Its name is no text, so no path leads to it. */
  'bad-name',
  ...sidecarFaults,
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** What an import leaves out by its name or kind, without reading it. A folder counts once, with everything in it. */
export const leftOutReasons = [
  /** A small copy of a picture in the folder around it, or one whose name says so. */
  'thumbnail',
  'thumbnail-folder',
  /** Deleted files and older versions. */
  'trash-folder',
  /** The library of another photo program, which manages its originals. */
  'photo-library',
  /** A folder of the system or of another program. */
  'system-folder',
  /** Hidden files and folders. */
  'hidden',
  /** What a system puts into folders by itself, such as `.DS_Store` and `Thumbs.db`. Nobody misses it, so that no summary speaks of it. */
  'system-file',
  'link',
  /** Another program is still downloading it. */
  'arriving',
  /** A library folder of Latent, or its own data. */
  'own-folder',
  /** Read together with the picture beside it. */
  'sidecar',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Why an import stopped by itself. The person can continue it. */
export type ImportTrouble = 'library-full' | 'library-unreachable' | 'library-in-use' | 'source-gone' | 'failed';

/** The results for the files so far. */
export interface ImportCounts {
  readonly added: number;
  /** Those of them whose file has no end. */
  readonly incomplete: number;
  /** Their content was already in the library, or earlier in the import. */
  readonly duplicates: number;
  /** The same, but the picture is in the trash. */
  readonly inTrash: number;
  readonly skipped: number;
  /** Files of types that Latent cannot show, by type in capitals, such as `HEIC`. Empty: the type is not known. */
  readonly others: Readonly<Record<string, number>>;
  readonly leftOut: Readonly<Partial<Record<LeftOutReason, number>>>;
}

/** An import as the window shows it. */
export interface ImportProgress {
  /** `ended`: its summary is shown. `undone`: its pictures were removed again. */
  readonly phase: 'counting' | 'running' | 'paused' | 'ended' | 'undoing' | 'undone';
  /** Why it is paused. Null if the person paused it. */
  readonly trouble: { readonly why: ImportTrouble; readonly subject: string } | null;
  /** Files found so far, and places that are left out. Complete once `phase` is no longer `counting`. */
  readonly files: number;
  readonly bytes: number;
  readonly filesDone: number;
  readonly bytesDone: number;
  /** Name of the current file. Empty between files. */
  readonly name: string;
  readonly counts: ImportCounts;
  /** Whether the person ended it before all files were read. */
  readonly cancelled: boolean;
  /** The result of an undo: pictures removed, and pictures moved to the trash instead. */
  readonly undone: { readonly removed: number; readonly trashed: number } | null;
  /** Of an import that has ended: undoes it. Null: it cannot be undone, or added nothing. */
  readonly token: UndoToken | null;
  /** Whether it ended before Latent was started, when its summary was shown. It can still be undone. Absent: no. */
  readonly earlier?: boolean;
}

export interface Imports {
  /** Null: there is none, or its summary was closed. */
  readonly latest: ImportProgress | null;
  /** Grows whenever pictures are added or removed, so that the window reopens its view. */
  readonly round: number;
  /** Pictures that were put into a library folder by hand and added since the app started. */
  readonly byHand: number;
}

/** A file that an import did not add although the library does not have it, a place that it left out, or a picture that was added incomplete. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason | LeftOutReason | 'other' | 'incomplete';
  /** Of a file of another type, as in `ImportCounts`. */
  readonly type: string;
}

export const nothingCounted: ImportCounts = { added: 0, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} };

/** All files that an import did not add although the library does not have them, and places that it left out. */
export function notImported({ skipped, others, leftOut }: ImportCounts): number {
  return [...Object.values(others), ...Object.values(leftOut)].reduce((sum, count) => sum + count, skipped);
}

/** Those of them that a person may miss. */
export function notImportedToTell(counts: ImportCounts): number {
  return notImported(counts) - (counts.leftOut['system-file'] ?? 0);
}
