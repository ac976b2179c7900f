import { searchFlags, sizeShapes, taskStatuses } from '../../../shared/search/query.ts';

/** Values of filters for which the catalogue has words. */
type SearchWord = (typeof searchFlags)[number] | (typeof sizeShapes)[number] | (typeof taskStatuses)[number] | 'none' | 'trash' | 'anywhere';

const known: ReadonlySet<string> = new Set([...searchFlags, ...sizeShapes, ...taskStatuses, 'none', 'trash', 'anywhere']);

export function isSearchWord(word: string): word is SearchWord {
  return known.has(word);
}
