import type { ImageId, TaskWithImages } from '../task.ts';
import type { Arrangement, OpenStacks, PictureGroup } from './arrangement.ts';
import type { AlbumId, MarkedReason } from './marks.ts';

/**
 * A *view* is what the gallery or the history shows: the pictures or tasks that match a search, in an order that is fixed until the window advances.
 * Main holds their ids. The window knows the length and asks for visible rows. Positions count from 0, so that ranges can be
 * selected without being loaded.
 *
 * A view has a *revision*, 0 when it is opened. The window decides when to advance to the newest one, and main answers what changed.
 * Positions count in one revision. Main keeps the latest and the one before, so that a call sent just before an advance still means the
 * same rows.
 */

export type ViewKind = 'gallery' | 'history';

/** Identifies a view. A newer view of the same kind replaces it. */
export type ViewToken = number;

/** A revision of a view. */
export interface ViewRevision {
  readonly token: ViewToken;
  readonly revision: number;
}

export const taskSorts = ['created', 'prompt', 'model', 'account', 'status', 'took', 'cost'] as const;
export type TaskSort = (typeof taskSorts)[number];

export interface ViewQuery {
  /** In the syntax of shared/search. */
  readonly search: string;
  /** Whether filters that cannot be understood are still being typed and are ignored. Otherwise they make the search find nothing. */
  readonly halfTyped?: boolean | undefined;
  readonly sort: { readonly by: TaskSort; readonly descending: boolean };
}

export interface GalleryQuery extends Pick<ViewQuery, 'search' | 'halfTyped'> {
  /** Newest first, if it is omitted. */
  readonly arrangement?: Arrangement | undefined;
  /** None, if it is omitted. */
  readonly opened?: OpenStacks | undefined;
}

/** Pictures as columns: the same index in each column is the same picture. */
export interface PictureColumns {
  /** Position of the first in the view. */
  readonly first: number;
  readonly ids: Int32Array;
  /** Seconds since the epoch. */
  readonly savedAt: Int32Array;
  readonly widths: Int32Array;
  readonly heights: Int32Array;
  /** See `packedMarks`. */
  readonly marks: Uint16Array;
  /** Colour in the middle of each thumbnail as 0xRRGGBB, and -1 where none is known. The first pictures of a view come without colours. */
  readonly colours?: Int32Array;
  /** Only if the view has stacks: the key of each picture's stack, or -1 if it is in no stack. */
  readonly stacks?: Int32Array;
  /** Only if the view has stacks: at the top of a stack, the number of its pictures, negative if the stack is open. 0: not the top of a stack. */
  readonly stackCounts?: Int32Array;
}

/** The first pictures of a view, before the whole view is known. */
export interface OpenedPictures {
  readonly token: ViewToken;
  readonly first: PictureColumns;
  /** How many there are, if that is known at once. Otherwise `viewReady` says it. */
  readonly total: number | null;
  /** The album whose pictures these are, in the order that was made by hand. Null for all other views. */
  readonly byHand: AlbumId | null;
  /** The groups of the first pictures. The last one may have more. */
  readonly groups?: Groups | undefined;
}

export interface OpenedTasks {
  readonly token: ViewToken;
  readonly first: readonly TaskWithImages[];
  readonly total: number | null;
}

/** The months of a view in its order, with the number of pictures in each, for the date scrubber. Empty if the view is not sorted by time. */
export interface Months {
  /** Years × 12 + month from 0, in local time. */
  readonly months: Int32Array;
  /** Position of the first picture of each. */
  readonly starts: Int32Array;
}

/** The groups of a view in its order. Each has a header. */
export interface Groups {
  readonly by: PictureGroup;
  /** Position of the first row of each. */
  readonly starts: Int32Array;
  /** A group has the same key in all revisions of a view. The key of a day is `dayKey`. */
  readonly keys: Int32Array;
  /** Only if the view has stacks: the number of pictures of each. */
  readonly pictures?: Int32Array | undefined;
}

/** The key of the group of pictures without a prompt, model or batch. It is the last group. */
export const noGroup = -1;

/** `month` from 0. */
export const dayKey = (year: number, month: number, day: number): number => (year * 12 + month) * 32 + day;

/** The beginning of the day with this key. */
export function dayOfKey(key: number): Date {
  const months = Math.floor(key / 32);
  return new Date(Math.floor(months / 12), months % 12, key % 32);
}

export interface ViewFacts extends Months {
  readonly total: number;
  /** The number of all pictures, if the view has stacks, because a closed stack is one row. */
  readonly pictures?: number | undefined;
  readonly groups?: Groups | undefined;
}

/**
 * A change of a view: at position `at` of the older revision, `removed` rows were replaced by `inserted` rows. Splices are in ascending order and do
 * not overlap. A row that moved is removed and inserted.
 */
export interface Splice {
  readonly at: number;
  readonly removed: number;
  readonly inserted: number;
}

/** What changed in a view since a revision. */
export interface ViewDelta extends ViewFacts {
  /** The latest revision. It is the same as before if `splices` is empty. */
  readonly revision: number;
  readonly splices: readonly Splice[];
  /** Positions in the latest revision of the rows that were asked for, in their order; -1 for rows that are not in the view. */
  readonly located: readonly number[];
}

/** Positions from `first` up to but not including `end`. */
export type Range = readonly [first: number, end: number];

/** Selected pictures: positions in an open view, and single pictures by id. */
export interface SelectionTarget {
  /** The view that the ranges refer to. Null if there are no ranges. */
  readonly token: ViewToken | null;
  readonly revision: number;
  readonly ranges: readonly Range[];
  readonly imageIds: readonly number[];
}

/** How many of all pictures can be found by how they look. The background work adds the others. */
export interface ComparedPictures {
  readonly compared: number;
  readonly pictures: number;
}

/** The pictures of selected sets of near copies, without the one on top of each. */
export interface LesserCopies {
  readonly sets: number;
  /** Those without a mark besides tags, and in no album. */
  readonly unmarked: readonly ImageId[];
  readonly marked: readonly ImageId[];
  /** Why they count as marked. A picture may count several times. */
  readonly counts: Readonly<Record<MarkedReason, number>>;
  /** Further sets are selected, for another time. */
  readonly more: boolean;
}

/** Longer than any view. A range of all matches ends here until their number is known. */
export const beyondAnyView = 0xffffffff;

export const noPictures: PictureColumns = {
  first: 0,
  ids: new Int32Array(),
  savedAt: new Int32Array(),
  widths: new Int32Array(),
  heights: new Int32Array(),
  marks: new Uint16Array(),
};
