import { entryAt } from '../../../stores/gallery/cells.ts';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { useSelection } from '../../../stores/selection/selection-store.ts';
import { cellId } from '../cell/cell.tsx';

/** The selected cell, or what leads those that are selected together; null while none is, or it is not drawn. */
export function leadCell(): HTMLElement | null {
  const { selection, index } = useSelection.getState();
  const entry = selection && entryAt(useGallery.getState(), index);
  return entry ? document.getElementById(cellId(entry)) : null;
}
