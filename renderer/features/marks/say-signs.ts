import type { Marks } from '../../../shared/library/view.ts';
import type { Words } from '../../../shared/words/index.ts';

/** Heart and stars in words: `Favourite, 4 stars`; empty when there are none. */
export function saySigns(say: Words, { favourite, rating }: Marks): string {
  const rated = rating > 0 ? say('marks.rate', { rating }) : '';
  if (!favourite) return rated;
  return rated === '' ? say('marks.favourite') : say('marks.favourite-and-rated', { favourite: say('marks.favourite'), rated });
}
