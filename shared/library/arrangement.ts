/** How the gallery arranges the pictures of a search: their order, and the stacks that are shown as one cell. */

/**
 * `similarity`: needs pictures to compare with (`like:`). Without them, the order is by time. `hand`: in an album, the order that was made by hand. Elsewhere, by time. `relevance` needs words to search for. Without words, the order is by
 * time.
 */
export const pictureSorts = ['hand', 'time', 'rating', 'size', 'cost', 'random', 'relevance', 'similarity'] as const;
export type PictureSort = (typeof pictureSorts)[number];

/** Sorts that cannot be reversed. */
export const oneWay: readonly PictureSort[] = ['hand', 'random', 'relevance', 'similarity'];

/** What the pictures of a stack have in common. `copies`: they are near copies of one another. */
export const pictureStacks = ['batch', 'template', 'prompt', 'copies'] as const;
export type PictureStack = (typeof pictureStacks)[number];

export interface Arrangement {
  readonly by: PictureSort;
  readonly descending: boolean;
  /** The seed of the random order. The same seed gives the same order. */
  readonly seed: number;
  /** Null: every picture is shown. */
  readonly stack: PictureStack | null;
}

/** The open stacks: all or none, with exceptions. `except` has the keys of stacks in a view. */
export interface OpenStacks {
  readonly all: boolean;
  readonly except: readonly number[];
}

export const noneOpen: OpenStacks = { all: false, except: [] };

/** The most stacks that can be opened or closed one by one. */
export const mostExcept = 10_000;

export const newestFirst: Arrangement = { by: 'time', descending: true, seed: 0, stack: null };

/** The order made by hand in an album, and by time elsewhere. */
export const inItsOrder: Arrangement = { ...newestFirst, by: 'hand' };

/** Whether an arrangement is the default, which can be read faster. */
export const isPlain = ({ by, descending, stack }: Arrangement): boolean => (by === 'hand' || (by === 'time' && descending)) && stack === null;

export const sameArrangement = (one: Arrangement, other: Arrangement): boolean => JSON.stringify(one) === JSON.stringify(other);
