import { z } from 'zod';
import { tidy } from '../search/text/characters.ts';
import { longestAlbumName, type Album } from './albums.ts';

export const albumSchema: z.ZodType<Album> = z.strictObject({
  id: z.uuid(),
  // Marks that change the direction of text would make a name look like another.
  name: z.string().transform(tidy).pipe(z.string().min(1).max(longestAlbumName)),
  place: z.number().min(-1e15).max(1e15),
  pinned: z.boolean(),
  takesNew: z.boolean(),
  createdAt: z.int().min(0).max(8.64e15),
});
