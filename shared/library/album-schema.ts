import { z } from 'zod';
import { longestAlbumName, type Album } from './albums.ts';

export const albumSchema: z.ZodType<Album> = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(longestAlbumName),
  place: z.number().min(-1e15).max(1e15),
  pinned: z.boolean(),
  takesNew: z.boolean(),
  createdAt: z.int().min(0).max(8.64e15),
});
