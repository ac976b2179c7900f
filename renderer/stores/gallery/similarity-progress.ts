import { create } from 'zustand';
import type { ComparedPictures } from '../../../shared/library/view.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { isForDuplicates, likeness } from '../../../shared/search/search-scope.ts';
import { bridge } from '../../bridge.ts';
import { today } from '../now.ts';
import { useGallery } from './gallery-store.ts';
import { libraryChanged, useLibrarySearch } from './library-view.ts';

/** How many pictures are compared so far. Null: not known yet. */
export const useSimilarityProgress = create<{ readonly counts: ComparedPictures | null }>(() => ({ counts: null }));

export async function readSimilarityProgress(): Promise<void> {
  const answer = await bridge.libraryCompared();
  if (answer.ok) useSimilarityProgress.setState({ counts: answer.value });
}

/** Whether a search finds pictures by how they look. */
export function isAboutLooks(search: string): boolean {
  const query = parseSearch(search, today());
  return likeness(query) !== null || isForDuplicates(query);
}

/** Called when more pictures have been compared. Updates a view of similar pictures or near copies. */
export function moreCompared(): void {
  const { view } = useGallery.getState();
  if (isAboutLooks(useLibrarySearch.getState().search)) void readSimilarityProgress();
  if (isAboutLooks(view.search) || view.arrangement.stack === 'copies') libraryChanged();
}
