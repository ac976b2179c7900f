import { z } from 'zod';

/** How the gallery arranges the pictures of a search: their order, the groups that have a header, and the stacks that are shown as one cell. */

/** `relevance` needs words to search for. Without any, the order is by time. */
export const pictureSorts = ['time', 'rating', 'size', 'cost', 'random', 'relevance'] as const;
export type PictureSort = (typeof pictureSorts)[number];

/** Sorts that have no second direction. */
export const oneWay: readonly PictureSort[] = ['random', 'relevance'];

export interface Arrangement {
  readonly by: PictureSort;
  readonly descending: boolean;
  /** Of the random order. The same number gives the same order. */
  readonly seed: number;
}

export const newestFirst: Arrangement = { by: 'time', descending: true, seed: 0 };

export const arrangementSchema: z.ZodType<Arrangement> = z.strictObject({
  by: z.enum(pictureSorts),
  descending: z.boolean(),
  seed: z.int().min(0).max(0xffffffff),
});

/** Whether pictures are shown as they are without any choice, which is read in a quicker way. */
export const isPlain = ({ by, descending }: Arrangement): boolean => by === 'time' && descending;

export const sameArrangement = (one: Arrangement, other: Arrangement): boolean => JSON.stringify(one) === JSON.stringify(other);
