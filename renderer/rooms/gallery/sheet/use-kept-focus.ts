import { useEffect, useLayoutEffect, useRef } from 'react';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { leadCell } from './lead-cell.ts';

/** When the cell that has the keyboard goes away, or its picture comes, the selected cell gets it, and nothing moves for that. */
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
