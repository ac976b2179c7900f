import { indexOfImage, useGallery } from '../gallery/gallery-store.ts';
import { useLibrarySearch } from '../gallery/library-view.ts';
import { focusSelection, selectIndex, useSelection } from './selection-store.ts';

/** Moves the focus to the search results. Waits until they are shown, and gives up if the search changes meanwhile. */
export function enterResults(): void {
  if (!useLibrarySearch.getState().opening) return focusSelection();
  const from = document.activeElement;
  whenShown(() => isStillAt(from) && enterShown());
}

/** Selects the first search result if the selected picture is not among them. If that picture has the focus, the sheet moves it there, without scrolling. */
export function stayInResults(): void {
  whenShown(selectFirstIfGone);
}

/** Acts once the results are shown, unless the search changes meanwhile. */
function whenShown(act: () => unknown): void {
  const { search, opening } = useLibrarySearch.getState();
  if (!opening) return;
  const stop = useLibrarySearch.subscribe((now) => {
    if (now.search === search && now.opening) return;
    stop();
    // The view is shown in the same turn of the event loop.
    if (now.search === search) queueMicrotask(act);
  });
}

/**
 * Whether the person has not moved the focus since. If the focused chip was removed, the focus is on the body. When the viewer closes, the sheet
 * takes the focus before it shows the results.
 */
function isStillAt(from: Element | null): boolean {
  const { activeElement } = document;
  return activeElement === from || activeElement === document.body || activeElement?.closest('[role="grid"]') != null;
}

function enterShown(): void {
  selectFirstIfGone();
  focusSelection();
}

function selectFirstIfGone(): void {
  const { selection } = useSelection.getState();
  if (selection?.kind === 'image' && indexOfImage(useGallery.getState(), selection.imageId) < 0) selectIndex(0);
}
