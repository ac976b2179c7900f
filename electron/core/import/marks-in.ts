import type { ImportedPicture } from '../../../shared/library/import.ts';
import { longestTag, tidyTag } from '../../../shared/library/marks.ts';
import { fold } from '../../../shared/search/fold.ts';
import type { PictureMetadata } from './metadata/picture-metadata.ts';

/** The marks that a file brings, by the rules for those that a person makes: tags that do not keep to them are left out. */
export function marksIn({ rating, tags }: Pick<PictureMetadata, 'rating' | 'tags'>): Pick<ImportedPicture, 'rating' | 'tags'> {
  const byFolded = new Map<string, string>();
  for (const tag of tags.map(tidyTag)) {
    // The same word in another case is the same tag.
    if (tag !== '' && tag.length <= longestTag && !byFolded.has(fold(tag))) byFolded.set(fold(tag), tag);
  }
  return { rating: rating ?? 0, tags: [...byFolded.values()] };
}
