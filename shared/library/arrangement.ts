import type { ImageId } from '../task.ts';

/** How the gallery arranges the pictures of a search: their order, and the stacks that are shown as one cell. */

/**
 * `similarity` needs pictures to compare with (`like:`), `relevance` needs words to search for, and `hand` is the order that was made by hand in an
 * album. Where these are missing, the order is by time.
 */
export const pictureSorts = ['hand', 'time', 'rating', 'size', 'cost', 'random', 'relevance', 'similarity'] as const;
export type PictureSort = (typeof pictureSorts)[number];

/** Sorts that cannot be reversed. */
export const oneWay: readonly PictureSort[] = ['hand', 'random', 'relevance', 'similarity'];

/** What the pictures of a stack have in common. `copies`: they are near copies of one another. */
export const pictureStacks = ['batch', 'template', 'prompt', 'copies'] as const;
export type PictureStack = (typeof pictureStacks)[number];

/** What the pictures under a header have in common. The day is that of the local time. */
export const pictureGroups = ['day', 'prompt', 'model', 'batch'] as const;
export type PictureGroup = (typeof pictureGroups)[number];

export interface Arrangement {
  readonly by: PictureSort;
  readonly descending: boolean;
  /** The seed of the random order. The same seed gives the same order. */
  readonly seed: number;
  /** Null: every picture is shown. */
  readonly stack: PictureStack | null;
  /** Null: one sheet without headers. */
  readonly group: PictureGroup | null;
}

/**
 * The open stacks: all or none, with exceptions. Each picture in `except` opens or closes its stack, so that two of the same stack cancel out. Pictures
 * name stacks, because keys change with every start and a stack may get another top.
 */
export interface OpenStacks {
  readonly all: boolean;
  readonly except: readonly ImageId[];
}

export const noneOpen: OpenStacks = { all: false, except: [] };

/** The most stacks that can be opened or closed one by one. */
export const mostExcept = 10_000;

export const newestFirst: Arrangement = { by: 'time', descending: true, seed: 0, stack: null, group: null };

/** The order made by hand in an album, and by time elsewhere. */
export const inItsOrder: Arrangement = { ...newestFirst, by: 'hand' };

/** For the search for near copies. */
export const inSets: Arrangement = { ...newestFirst, stack: 'copies' };

/** For searches for pictures like another. */
export const mostSimilarFirst: Arrangement = { ...newestFirst, by: 'similarity' };

/** Whether an arrangement is the default. */
export const isPlain = (arrangement: Arrangement): boolean => beginsWithNewest(arrangement) && arrangement.group === null;

/** Whether a view begins with the newest pictures, so that its first rows can be read faster. Days do not change the order by time. */
export const beginsWithNewest = ({ by, descending, stack, group }: Arrangement): boolean =>
  (by === 'hand' || (by === 'time' && descending)) && stack === null && (group === null || group === 'day');

export const sameArrangement = (one: Arrangement, other: Arrangement): boolean => JSON.stringify(one) === JSON.stringify(other);
