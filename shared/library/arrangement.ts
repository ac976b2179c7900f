/** How the gallery arranges the pictures of a search: their order, the groups that have a header, and the stacks that are shown as one cell. */

/**
 * `hand`: in an album, the order that was made by hand, and elsewhere by time. `relevance` needs words to search for. Without any, the order is
 * by time.
 */
export const pictureSorts = ['hand', 'time', 'rating', 'size', 'cost', 'random', 'relevance'] as const;
export type PictureSort = (typeof pictureSorts)[number];

/** Sorts that have no second direction. */
export const oneWay: readonly PictureSort[] = ['hand', 'random', 'relevance'];

/** What the pictures of a stack have in common. */
export const pictureStacks = ['batch', 'template', 'prompt'] as const;
export type PictureStack = (typeof pictureStacks)[number];

export interface Arrangement {
  readonly by: PictureSort;
  readonly descending: boolean;
  /** Of the random order. The same number gives the same order. */
  readonly seed: number;
  /** Null: every picture is shown. */
  readonly stack: PictureStack | null;
}

/** The stacks that are open: all or none, except for these. They are named by their keys in a view. */
export interface OpenStacks {
  readonly all: boolean;
  readonly except: readonly number[];
}

export const noneOpen: OpenStacks = { all: false, except: [] };

/** Stacks that can be opened or closed one by one. */
export const mostExcept = 10_000;

export const newestFirst: Arrangement = { by: 'time', descending: true, seed: 0, stack: null };

/** The order of an album, and of everything else by time. */
export const inItsOrder: Arrangement = { ...newestFirst, by: 'hand' };

/** Whether pictures are shown as they are without any choice, which is read in a quicker way. */
export const isPlain = ({ by, descending, stack }: Arrangement): boolean => (by === 'hand' || (by === 'time' && descending)) && stack === null;

export const sameArrangement = (one: Arrangement, other: Arrangement): boolean => JSON.stringify(one) === JSON.stringify(other);
