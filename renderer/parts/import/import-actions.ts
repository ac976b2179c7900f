import { bridge } from '../../bridge.ts';
import { followNow, setLibrarySearch, useLibrarySearch } from '../../stores/gallery/library-view.ts';
import { focusSelection, selectIndex } from '../../stores/selection/selection-store.ts';
import { goTo } from '../../stores/view-store.ts';
import { forgetPlace } from '../../stores/gallery/way-back.ts';
import { currentWords } from '../../words/words.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/** Asks for a folder or for pictures in the system's dialog, and starts the import. Main's facts say how it goes. */
export async function chooseToImport(what: 'folder' | 'pictures'): Promise<void> {
  await notifyIfFailed(bridge.importChoose({ what }));
}

export const pauseImport = (): Promise<unknown> => notifyIfFailed(bridge.importPause());
export const resumeImport = (): Promise<unknown> => notifyIfFailed(bridge.importResume());
export const cancelImport = (): Promise<unknown> => notifyIfFailed(bridge.importCancel());
export const undoImport = (): Promise<unknown> => notifyIfFailed(bridge.importUndo());
export const dismissImport = (): Promise<unknown> => notifyIfFailed(bridge.importDismiss());

/** The files that the latest import left out, with the reason in words. */
export async function skippedFiles(): Promise<readonly { readonly path: string; readonly reason: string }[]> {
  const answer = await bridge.importSkipped();
  return answer.ok ? answer.value.map(({ path, reason }) => ({ path, reason: currentWords()(`import.reason.${reason}`) })) : [];
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
