import { useEffect, useLayoutEffect, useRef } from 'react';
import { useGallery } from '../../stores/gallery-store.ts';
import { leadCell } from './lead-cell.ts';

/** The cells of a search that is opened anew are other elements: if one had the keyboard, the selected one gets it, and nothing moves for that. */
export function useKeptFocus(): void {
  const token = useGallery(({ view }) => view.token);
  const was = useRef(false);
  useEffect(
    () =>
      useGallery.subscribe((now, before) => {
        if (now.view.token === before.view.token || now.view.search !== before.view.search) return;
        was.current = document.activeElement?.getAttribute('role') === 'gridcell';
      }),
    [],
  );
  useLayoutEffect(() => {
    if (!was.current) return;
    was.current = false;
    if (document.activeElement === document.body) leadCell()?.focus({ preventScroll: true });
  }, [token]);
}
