import type { WritableType } from '../../../shared/export/export.ts';
import type { WildcardTrouble } from '../../../shared/templates/wildcard-files.ts';
import type { EpochMs, ImageFile, PictureReference, ShownType } from '../../../shared/task.ts';
import type { PictureFacts } from '../metadata/writing/picture-facts.ts';
import type { ZipEntry } from '../util/stored-zip.ts';
import type { PictureMetadata } from '../metadata/reading/picture-metadata.ts';
import type { SidecarFault } from '../../../shared/library/import.ts';
import type { FoundFile, FoundWildcards } from '../wildcards/read-wildcards.ts';
import type { ReadValues } from '../wildcards/wildcard-values.ts';

/**
 * Jobs of the file thread. Those that read pictures use synchronous calls, so that a slow disk does not occupy the thread pool that main's file
 * reads, name lookups and downloads share.
 */
export type FileJob =
  | { readonly kind: 'look'; readonly path: string }
  | { readonly kind: 'hash'; readonly path: string }
  /** `part` must not exist yet. */
  | { readonly kind: 'copy'; readonly path: string; readonly part: string }
  | ExportJob
  | ZipEndJob
  /** A copy of a reference picture as a data URL. */
  | ({ readonly kind: 'encode'; readonly path: string } & Pick<PictureReference, 'type' | 'bytes' | 'sha256'>)
  /** `path` is a library folder. */
  | { readonly kind: 'journal'; readonly path: string; readonly files: readonly Pick<ImageFile, 'path' | 'bytes'>[] }
  /** `path` is the wildcard folder. */
  | { readonly kind: 'wildcards'; readonly path: string }
  | { readonly kind: 'wildcard-file'; readonly path: string; readonly found: FoundFile };

/** Writes a picture with changed metadata, or into a ZIP file. */
export interface ExportJob {
  readonly kind: 'export';
  /** Path of the original. */
  readonly path: string;
  /** The converted picture, which is written instead. Null: the original is written. */
  readonly bytes: Uint8Array | null;
  /** Null: the bytes stay the same. */
  readonly change: { readonly type: WritableType; /** Null: without metadata. */ readonly facts: PictureFacts | null } | null;
  readonly to: ExportTarget;
}

/** A new part, or an entry at this offset of a ZIP file. Everything in the file from that offset on is discarded. */
export type ExportTarget = { readonly kind: 'part'; readonly part: string } | ({ readonly kind: 'zip'; readonly part: string } & Pick<ZipEntry, 'name' | 'at' | 'modifiedAt'>);

/** Writes the end of a ZIP file whose last entry ends at `at`, and syncs it. */
export interface ZipEndJob {
  readonly kind: 'zip-end';
  /** Path of the part. */
  readonly path: string;
  readonly at: number;
  readonly entries: readonly ZipEntry[];
}

export interface LookedPicture {
  readonly type: ShownType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly modifiedAt: EpochMs;
  /** False: its end is missing. It may still be written, or be all there is. */
  readonly isWhole: boolean;
  /** When the file last changed in any way, which a copying program cannot set. */
  readonly changedAt: EpochMs;
  readonly metadata: PictureMetadata;
}

export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
  readonly modifiedAt: EpochMs;
}

/** The outcome of a job. `side`: the file system that failed, with the system's error code. */
export type JobAnswer =
  | { readonly kind: 'looked'; readonly value: LookedPicture }
  /** Not a picture that Latent can show. `otherType`: see `otherTypeOf`. */
  | { readonly kind: 'looked'; readonly value: null; readonly otherType: string }
  | { readonly kind: 'hashed'; readonly value: string }
  | { readonly kind: 'copied'; readonly value: Copied }
  | { readonly kind: 'zipped'; readonly value: ZipEntry }
  /** ASCII. Null: the file has other content. */
  | { readonly kind: 'encoded'; readonly value: Uint8Array | null }
  /** Those of the files that a line of the journal names. */
  | { readonly kind: 'journal'; readonly value: ReadonlySet<string> }
  /** Null: the folder is missing or cannot be read. */
  | { readonly kind: 'wildcards'; readonly value: FoundWildcards | null }
  | { readonly kind: 'wildcard-file'; readonly value: ReadValues | WildcardTrouble }
  | { readonly kind: 'refused'; readonly why: 'damaged' | 'too-large' | SidecarFault }
  | { readonly kind: 'failed'; readonly side: 'source' | 'library'; readonly code: string };
