import { bridge } from '../../bridge.ts';
import { followNow, setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { focusSelection, selectIndex } from '../../stores/selection/selection-store.ts';
import { goTo } from '../../stores/view-store.ts';
import { forgetPlace } from '../../stores/gallery/gallery-place.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** Asks for a folder or for pictures in the system's dialog, and starts the import. Main's facts report its progress. */
export async function chooseToImport(what: 'folder' | 'pictures'): Promise<void> {
  await notifyIfFailed(bridge.importChoose({ what }));
}

const imported = 'is:imported ';

/** Shows only imported pictures, at the newest of them. */
export async function showImported(): Promise<void> {
  // The place from before belongs to another search.
  forgetPlace();
  goTo('gallery');
  if (useLibrarySearch.getState().search !== imported) return setLibrarySearch(imported);
  await followNow();
  selectIndex(0);
  focusSelection();
}
