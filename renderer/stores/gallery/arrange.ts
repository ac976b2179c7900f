import { oneWay, type Arrangement, type PictureSort } from '../../../shared/library/arrangement.ts';
import { arrangementFor, chosenArrangement, keepArrangement, useArrangements } from './arrangements.ts';
import { forgetPlace } from './gallery-place.ts';
import { followArrangement, useLibrarySearch } from './library-view.ts';

/** How the pictures of the present search are arranged. */
export function useArrangement(): Arrangement {
  const search = useLibrarySearch((state) => state.search);
  return useArrangements((state) => arrangementFor(search, state));
}

/** Sorts by this. What is usually looked for comes first: the newest, best, largest, dearest. Another random order each time. */
export function sortBy(by: PictureSort): void {
  change({ by, descending: true, seed: by === 'random' ? Math.floor(Math.random() * 0x100000000) : 0 });
}

export function setDescending(descending: boolean): void {
  change({ descending });
}

/** The same order, the other way round. */
export function reverseOrder(): void {
  const { by, descending } = arrangementFor(useLibrarySearch.getState().search);
  if (!oneWay.includes(by)) change({ descending: !descending });
}

/** The view then begins at its top: what comes first is why the person sorts. */
function change(changed: Partial<Arrangement>): void {
  const { search } = useLibrarySearch.getState();
  keepArrangement(search, { ...chosenArrangement(search), ...changed });
  forgetPlace();
  followArrangement();
}
