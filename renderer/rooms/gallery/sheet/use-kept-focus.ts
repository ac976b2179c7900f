import { useEffect, useLayoutEffect, useRef } from 'react';
import { entryAt, useGallery } from '../../../stores/gallery/gallery-store.ts';
import { useSelection } from '../../../stores/selection/selection-store.ts';
import { cellId } from '../cell/cell.ts';

/** If the focused cell unmounts, or its picture arrives, focuses the selected cell without scrolling. */
export function useKeptFocus(): void {
  const was = useRef(false);
  useEffect(
    () =>
      useGallery.subscribe((now, before) => {
        was.current = now.view.search === before.view.search && document.activeElement?.getAttribute('role') === 'gridcell';
      }),
    [],
  );
  useLayoutEffect(() => {
    if (!was.current) return;
    was.current = false;
    if (document.activeElement === document.body) leadCell()?.focus({ preventScroll: true });
  });
}

/** The element of the selected cell, or of the one that leads several. Null if there is no selection, or the cell is not rendered. */
export function leadCell(): HTMLElement | null {
  const { selection, index } = useSelection.getState();
  const entry = selection && entryAt(useGallery.getState(), index);
  return entry ? document.getElementById(cellId(entry)) : null;
}
