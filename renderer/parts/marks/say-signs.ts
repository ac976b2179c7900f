import type { Marks } from '../../../shared/library/view.ts';
import type { Words } from '../../../shared/words/index.ts';

/** Heart, stars and trash in words: `Favourite, 4 stars, in the trash`; empty when there are none. */
export function saySigns(say: Words, { favourite, rating, trashed }: Marks): string {
  const signs = [...(favourite ? [say('marks.favourite')] : []), ...(rating > 0 ? [say('marks.rate', { rating })] : []), ...(trashed ? [say('search.word.trashed')] : [])];
  return signs.length === 0 ? '' : signs.reduce((before, next) => say('marks.signs', { before, next }));
}
