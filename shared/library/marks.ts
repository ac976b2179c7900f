import type { EpochMs } from '../task.ts';
import type { Range, ViewToken } from './view.ts';

/** What a person can do to pictures. Every mark can be undone, and none changes a file. */
export type Mark =
  | { readonly kind: 'favourite'; readonly favourite: boolean }
  /** 0 to `mostStars`; 0 is no rating. */
  | { readonly kind: 'rating'; readonly rating: number }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'untag'; readonly tag: string }
  | { readonly kind: 'trash' }
  | { readonly kind: 'restore' };

/** Selected pictures: positions in an open view, and single pictures by id. */
export interface SelectionTarget {
  /** The view that the ranges refer to. Null if there are no ranges. */
  readonly token: ViewToken | null;
  readonly revision: number;
  readonly ranges: readonly Range[];
  readonly imageIds: readonly number[];
}

/** One step that was done or undone, and the number of pictures it changed. */
export interface MarkStep {
  readonly mark: Mark;
  readonly pictures: number;
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
  readonly trashedAt: EpochMs | null;
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
  readonly savedAt: EpochMs;
}

/** The highest rating. */
export const mostStars = 5;

/** The most characters in a tag. */
export const longestTag = 64;

/** The least number of days that a picture stays in the trash before Latent removes it by itself. */
export const daysInTrash = 30;

/** A tag in its stored form: one line, trimmed, single spaces, composed characters (NFC). */
export function tidyTag(tag: string): string {
  return tag.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
