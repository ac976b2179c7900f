/** Which of the known forms a picture's prompt and settings were read from. */
export const importForms = [
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
  /** A plain text of the file format itself: PNG text, a JPEG or GIF comment. */
  'comment',
] as const;
export type ImportForm = (typeof importForms)[number];

/** What is known of a picture that came from elsewhere, beside its prompt, model and size. Nobody was asked for it, nothing was paid. */
export interface ImportedPicture {
  /** The import that brought it; null: its file was put into the library folder by hand. */
  readonly importId: string | null;
  /** The name of its file before it came here. */
  readonly title: string;
  /** Null: the file says nothing of how it was made. */
  readonly form: ImportForm | null;
  readonly negativePrompt: string | null;
  /** Decimal digits: seeds of 64 bits do not fit a number. */
  readonly seed: string | null;
  readonly steps: number | null;
  readonly sampler: string | null;
  readonly cfgScale: number | null;
  /** The program that made it. */
  readonly software: string | null;
  /** The marks that its file brought: 0 to 5, 0 is no rating. */
  readonly rating: number;
  readonly tags: readonly string[];
}

/** Why a file was left out of an import. */
export const skipReasons = ['unreadable', 'no-permission', 'gone', 'damaged', 'too-large', 'too-costly', 'changed'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Why an import stopped by itself; it goes on when a person says so. */
export type ImportTrouble = 'library-full' | 'library-unreachable' | 'library-in-use' | 'source-gone' | 'failed';

/** What became of the files so far. */
export interface ImportCounts {
  readonly added: number;
  /** Their content was in the library already, or earlier in the import. */
  readonly duplicates: number;
  /** The same, where the picture in the library lies in its trash. */
  readonly inTrash: number;
  readonly skipped: number;
  /** Files that are no pictures. */
  readonly others: number;
}

/** An import as the window shows it. */
export interface ImportProgress {
  /** `ended`: its summary is to be read; `undone`: its pictures are gone again. */
  readonly phase: 'counting' | 'running' | 'paused' | 'ended' | 'undoing' | 'undone';
  /** Why it is paused, unless a person paused it. */
  readonly trouble: { readonly why: ImportTrouble; readonly subject: string } | null;
  /** Files found so far: all of them once `phase` is no longer `counting`. */
  readonly files: number;
  readonly bytes: number;
  readonly filesDone: number;
  readonly bytesDone: number;
  /** Name of the file under way; empty between them. */
  readonly name: string;
  readonly counts: ImportCounts;
  /** Ended before all files were looked at, by a person. */
  readonly cancelled: boolean;
  /** What an undo did: pictures taken out, and pictures that went to the trash instead. */
  readonly undone: { readonly removed: number; readonly trashed: number } | null;
}

export interface Imports {
  /** Null: there is none, or its summary was read. */
  readonly latest: ImportProgress | null;
  /** Grows whenever pictures came in or went: what a window shows may be others now. */
  readonly round: number;
  /** Pictures that were put into a library folder by hand and taken in, since the app began. */
  readonly byHand: number;
}

export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
}

export const nothingCounted: ImportCounts = { added: 0, duplicates: 0, inTrash: 0, skipped: 0, others: 0 };
