import type { AppError } from '../errors.ts';

/** What a person can do to pictures. Every mark can be undone, and none changes a file. */
export type Mark =
  | { readonly kind: 'favourite'; readonly favourite: boolean }
  /** 0 to `mostStars`; 0 is no rating. */
  | { readonly kind: 'rating'; readonly rating: number }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'untag'; readonly tag: string }
  | { readonly kind: 'flag'; readonly flag: Flag | null }
  | { readonly kind: 'label'; readonly label: Label | null }
  /** An empty text removes the note. */
  | { readonly kind: 'note'; readonly note: string }
  /** Adds pictures to the end of an album, in their order. Pictures that are already in it keep their place. */
  | { readonly kind: 'album'; readonly album: AlbumId }
  | { readonly kind: 'unalbum'; readonly album: AlbumId }
  | { readonly kind: 'trash' }
  | { readonly kind: 'restore' };

/** Identifies an album, also outside the database. */
export type AlbumId = string;

export const flags = ['pick', 'reject'] as const;
export type Flag = (typeof flags)[number];

/** The labels in the order of their keys. The database stores their position in this list, from 1. */
export const labels = ['red', 'yellow', 'green', 'blue', 'purple'] as const;
export type Label = (typeof labels)[number];

/** Names one step that main can undo and redo. Main forgets the oldest steps, and all of them when it quits. */
export type UndoToken = string;

/** A step that was done. */
export interface MarkStep {
  readonly mark: Mark;
  /** How many it changed. */
  readonly pictures: number;
  /** Null if it changed nothing. */
  readonly token: UndoToken | null;
  /** Why it ended before its end, if it did. What it changed until then can be undone. */
  readonly failure: AppError | null;
}

/** What an undo or a redo of one step did. */
export interface RevertedStep {
  /** How many pictures it changed. */
  readonly pictures: number;
  /** How many it has not reached, because it was stopped. The next call with the same token continues there. */
  readonly left: number;
  /** How many it left alone, because they were marked differently since. */
  readonly kept: number;
}

/** Progress of marking a large selection. */
export interface MarkingProgress {
  readonly doing: 'mark' | 'trash' | 'restore' | 'undo' | 'redo';
  readonly done: number;
  readonly total: number;
}

/** All marks of one picture. */
export interface ImageMarks {
  readonly favourite: boolean;
  readonly rating: number;
  /** In alphabetical order. */
  readonly tags: readonly string[];
  /** Milliseconds since the epoch; null: it is not in the trash. */
  readonly trashedAt: number | null;
  readonly flag: Flag | null;
  readonly label: Label | null;
  /** Empty: it has none. */
  readonly note: string;
  /** The albums that it is in, in their order. */
  readonly albums: readonly AlbumId[];
}

export interface TagCount {
  readonly name: string;
  readonly pictures: number;
}

export interface SavedSearch {
  readonly id: number;
  readonly name: string;
  /** In the syntax of shared/search. */
  readonly query: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  readonly pinned: boolean;
  /** Position in the list of albums and saved searches. Null: sorted by time, after entries with a place. */
  readonly place: number | null;
}

/** A search that gets another text. */
export interface RewrittenSearch {
  readonly from: string;
  readonly to: string;
}

/** The most characters in a search. */
export const longestSearch = 1000;

/** The highest rating. */
export const mostStars = 5;

/** The most characters in a tag. */
export const longestTag = 64;

/** The most characters in a note. */
export const longestNote = 4000;

/** The least number of days that a picture stays in the trash before Latent removes it by itself. */
export const daysInTrash = 30;

/** A tag in its stored form: one line, trimmed, single spaces, composed characters (NFC). */
export function tidyTag(tag: string): string {
  return tag.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** A note in its stored form: trimmed, composed characters (NFC), line breaks as one character. */
export function tidyNote(note: string): string {
  return note.normalize('NFC').replace(/\r\n?/gu, '\n').trim();
}

/** The number that stands for a flag in the database. */
export const flagNumber = (flag: Flag | null): number => (flag === 'pick' ? 1 : flag === 'reject' ? -1 : 0);

export const flagIn = (number: number): Flag | null => (number === 1 ? 'pick' : number === -1 ? 'reject' : null);

/** The number that stands for a label in the database. */
export const labelNumber = (label: Label | null): number => (label === null ? 0 : labels.indexOf(label) + 1);

export const labelIn = (number: number): Label | null => labels[number - 1] ?? null;
