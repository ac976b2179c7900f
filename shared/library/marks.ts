import type { EpochMs } from '../task.ts';
import type { Range, ViewToken } from './view.ts';

/** What a person does to pictures: each can be undone, none touches a file. */
export type Mark =
  | { readonly kind: 'favourite'; readonly favourite: boolean }
  /** 0 to 5; 0 is no rating. */
  | { readonly kind: 'rating'; readonly rating: number }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'untag'; readonly tag: string }
  | { readonly kind: 'trash' }
  | { readonly kind: 'restore' };

/** Pictures that are meant: positions of an open view, and single ones by their ids. */
export interface SelectionTarget {
  /** The view that the ranges are of; null where there are none. */
  readonly token: ViewToken | null;
  readonly ranges: readonly Range[];
  readonly imageIds: readonly number[];
}

/** One step that was done or undone: what it was, and how many pictures it changed. */
export interface MarkStep {
  readonly mark: Mark;
  readonly pictures: number;
}

/** How a large selection is being marked. */
export interface MarkingProgress {
  readonly doing: 'mark' | 'trash' | 'restore' | 'undo' | 'redo';
  readonly done: number;
  readonly total: number;
}

/** All that a person has added to one picture. */
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
  /** In the language of shared/search. */
  readonly query: string;
  readonly savedAt: EpochMs;
}

/** Characters of the longest tag. */
export const longestTag = 64;

/** Days that a picture stays in the trash at least before Latent removes it by itself. */
export const daysInTrash = 30;

/** A tag as it is kept: one line, single spaces, none around it, composed characters. */
export function tidyTag(tag: string): string {
  return tag.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
