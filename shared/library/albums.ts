import { z } from 'zod';
import type { EpochMs } from '../task.ts';

/** A named list of pictures in an order that the person made. A picture may be in several. */
export interface Album {
  readonly id: string;
  readonly name: string;
  /** Order in the list of albums and saved searches. */
  readonly place: number;
  readonly pinned: boolean;
  /** Pictures of new tasks go here. At most one album has this. */
  readonly takesNew: boolean;
  readonly createdAt: EpochMs;
}

/** The most characters in the name of an album. */
export const longestAlbumName = 100;

export const albumSchema: z.ZodType<Album> = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(longestAlbumName),
  place: z.number().min(-1e15).max(1e15),
  pinned: z.boolean(),
  takesNew: z.boolean(),
  createdAt: z.int().min(0).max(8.64e15),
});
