import { indexOfImage } from './cells.ts';
import { useGallery } from './gallery-store.ts';
import { useLibrarySearch } from './library-view.ts';
import { focusSelection, selectIndex, useSelection } from './selection-store.ts';

/** Moves the focus to the search results. Waits until they are shown, and gives up if the search changes meanwhile. */
export function enterResults(): void {
  const { search, opening } = useLibrarySearch.getState();
  if (!opening) return focusSelection();
  const stop = useLibrarySearch.subscribe((now) => {
    if (now.search === search && now.opening) return;
    stop();
    // The view appears in the same turn of the event loop.
    if (now.search === search) queueMicrotask(enterShown);
  });
}

function enterShown(): void {
  const { selection } = useSelection.getState();
  if (selection?.kind === 'image' && indexOfImage(useGallery.getState(), selection.imageId) < 0) selectIndex(0);
  focusSelection();
}
