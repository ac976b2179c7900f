import type { ImportedPicture } from '../../../shared/library/import.ts';
import { importedSchema } from '../../../shared/library/imported-schema.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { Connection } from '../sqlite/statements.ts';
import { tagId } from './mark-rows.ts';

/** The marks that an imported picture came with. Its row starts with them; afterwards only the person changes them. */
type GivenMarks = Pick<ImportedPicture, 'rating' | 'tags' | 'origin'>;

/** Sets the marks of a new row. */
export function giveMarks(connection: Connection, image: number, { rating, tags, origin }: GivenMarks): void {
  if (rating > 0) connection.sql('UPDATE images SET rating = ? WHERE id = ?').run(rating, image);
  if (origin?.favourite === true) connection.sql('UPDATE images SET favourite = 1 WHERE id = ?').run(image);
  for (const name of tags) connection.sql('INSERT INTO image_tags (image, tag) VALUES (?, ?) ON CONFLICT DO NOTHING').run(image, tagId(connection, name));
}

/** Whether a picture still has the favourite mark, the rating and the tags (folded) that it came with. */
export function isAsGiven(favourite: boolean, rating: number, folded: readonly string[], given: GivenMarks): boolean {
  const wanted = new Set(given.tags.map(fold));
  return favourite === (given.origin?.favourite ?? false) && rating === given.rating && folded.length === wanted.size && folded.every((tag) => wanted.has(tag));
}

/** Parses what a task's column says of an imported picture. Null if it is empty or cannot be read. */
export function importedIn(column: unknown): ImportedPicture | null {
  if (typeof column !== 'string') return null;
  try {
    return importedSchema.parse(JSON.parse(column));
  } catch {
    return null;
  }
}
