import { useShallow } from 'zustand/react/shallow';
import { entryAt } from '../gallery/cells.ts';
import { useGallery, type GalleryState } from '../gallery/gallery-store.ts';
import { nothingMarked } from './marked.ts';
import { nearestIn } from './ranges.ts';
import { isSelectedAt, selectionOf, useSelection, type Selection, type SelectionStore } from './selection-store.ts';

/**
 * The one cell that the inspector, the menu and the keys act on. It is the selected cell, which has the focus. If it was removed from a
 * selection of several cells, it is the nearest cell that is still selected.
 */
function leadOf(now: Pick<SelectionStore, 'selection' | 'index' | 'marked'>, gallery: GalleryState): Selection {
  const { selection, index, marked } = now;
  if (marked === nothingMarked || isSelectedAt(now, index)) return selection;
  const nearest = nearestIn(marked, index);
  const entry = nearest === null ? null : entryAt(gallery, nearest);
  return entry && selectionOf(entry);
}

export function useLead(): Selection {
  const now = useSelection(useShallow(({ selection, index, marked }) => ({ selection, index, marked })));
  return useGallery(useShallow((gallery) => leadOf(now, gallery)));
}

/** The same, for event handlers. */
export const lead = (): Selection => leadOf(useSelection.getState(), useGallery.getState());
