import { searchFlags, sizeShapes } from '../../../shared/search/query.ts';
import { statusWords } from '../../../shared/search/statuses.ts';

/** Values of filters for which the catalogue has words. */
type SearchWord = (typeof searchFlags)[number] | (typeof sizeShapes)[number] | (typeof statusWords)[number] | 'none' | 'trash' | 'anywhere';

const known: ReadonlySet<string> = new Set([...searchFlags, ...sizeShapes, ...statusWords, 'none', 'trash', 'anywhere']);

export function isSearchWord(word: string): word is SearchWord {
  return known.has(word);
}
