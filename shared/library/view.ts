import type { TaskWithImages } from '../task.ts';

/**
 * A *view* is what a room shows: pictures or tasks that match a search, in an order, fixed at the moment it was opened.
 * Main holds its ids; a window knows its length and asks for the rows in sight. Positions count from 0 and keep their
 * meaning as long as the view is open, so that ranges of them can be selected without loading them.
 */

export type Room = 'gallery' | 'history';

/** Names one view; a newer one of the same room takes its place. */
export type ViewToken = number;

export const taskSorts = ['created', 'prompt', 'model', 'account', 'status', 'took', 'credits'] as const;
export type TaskSort = (typeof taskSorts)[number];

export interface ViewQuery {
  /** In the language of shared/search. */
  readonly search: string;
  /** What cannot be understood in it is being typed and left out; else nothing is found for its sake. */
  readonly halfTyped?: boolean | undefined;
  /** History only; the gallery is by time. */
  readonly sort: { readonly by: TaskSort; readonly descending: boolean };
}

/** Pictures side by side as columns: the same index in each is the same picture. */
export interface PictureColumns {
  /** Position of the first in the view. */
  readonly first: number;
  readonly ids: Int32Array;
  /** Seconds since the epoch. */
  readonly savedAt: Int32Array;
  readonly widths: Int32Array;
  readonly heights: Int32Array;
  /** Sixteen for what is in the trash, eight for a favourite, plus the rating: see `marksOf`. */
  readonly marks: Uint8Array;
}

/** The first pictures of a view, before all of it is known. */
export interface OpenedPictures {
  readonly token: ViewToken;
  readonly first: PictureColumns;
  /** How many there are, where that is known at once; else `viewReady` tells. */
  readonly total: number | null;
}

export interface OpenedTasks {
  readonly token: ViewToken;
  readonly first: readonly TaskWithImages[];
  readonly total: number | null;
}

/** The months of a view in its order, and how many pictures each holds: what a date scrubber shows. */
export interface Months {
  /** Years × 12 + month from 0, in local time. */
  readonly months: Int32Array;
  /** Position of the first picture of each. */
  readonly starts: Int32Array;
}

export interface ViewFacts extends Months {
  readonly total: number;
}

/** Positions from `first` up to, not including, `end`. */
export type Range = readonly [first: number, end: number];

/** No view is so long: a range of all that match may end here before it is known how many those are. */
export const beyondAnyView = 0xffffffff;

export interface Marks {
  readonly favourite: boolean;
  /** 0 to 5. */
  readonly rating: number;
  readonly trashed: boolean;
}

export const packedMarks = ({ favourite, rating, trashed }: Marks): number => (trashed ? 16 : 0) + (favourite ? 8 : 0) + rating;

export const marksOf = (packed: number): Marks => ({ favourite: (packed & 8) !== 0, rating: packed & 7, trashed: (packed & 16) !== 0 });

export const noPictures: PictureColumns = {
  first: 0,
  ids: new Int32Array(),
  savedAt: new Int32Array(),
  widths: new Int32Array(),
  heights: new Int32Array(),
  marks: new Uint8Array(),
};

