import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { moveInAlbum } from '../../../stores/gallery/move-in-album.ts';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { takesDragged, useDragged } from '../../../stores/selection/dragged.ts';
import { fromStart, toRight } from '../../../ui/direction.ts';
import type { ListScroll } from '../../../ui/scrolling/use-list-scroll.ts';
import { gap } from '../layout/grid-geometry.ts';
import type { GridLayout } from '../layout/grid-layout.ts';

/** Width of the line, in CSS pixels. */
const width = 3;
/** Height of the areas at the upper and lower edge in which the sheet scrolls by itself, and pixels scrolled at each event. */
const edge = 40;
const step = 12;

/** The position before which a drop at this point inserts pictures, and the cell beside which the line is drawn. */
function dropAt(layout: GridLayout, { x, y }: { readonly x: number; readonly y: number }): { readonly to: number; readonly beside: number; readonly after: boolean } {
  const inRow = Math.min(Math.max(layout.cellsBetween(y, y + 1).first, 0), layout.count - 1);
  const { first, end } = layout.rowOf(inRow);
  for (let cell = first; cell < end; cell += 1) {
    const place = layout.placeOf(cell);
    if (x < place.x + place.width / 2) return { to: cell, beside: cell, after: false };
  }
  return { to: end, beside: end - 1, after: true };
}

/** Lets the person drag pictures of an album to another place. A line shows where they would go. */
export function useAlbumDrop(scroller: RefObject<HTMLElement | null>, line: RefObject<HTMLElement | null>, layout: GridLayout, scroll: Pick<ListScroll, 'top'>): void {
  const isAlbum = useGallery(({ view }) => view.byHand !== null);
  const latest = useRef({ layout, top: scroll.top });
  useLayoutEffect(() => {
    latest.current = { layout, top: scroll.top };
  });
  useEffect(() => {
    const sheet = scroller.current;
    if (!sheet || !isAlbum) return;
    const listening = new AbortController();
    const { signal } = listening;
    const hide = (): void => {
      if (line.current) line.current.hidden = true;
    };
    const find = ({ clientX, clientY }: DragEvent) => {
      const bounds = sheet.getBoundingClientRect();
      return dropAt(latest.current.layout, { x: fromStart(clientX, bounds), y: clientY - bounds.top + latest.current.top() });
    };
    const draw = (event: DragEvent): void => {
      if (useDragged.getState().of === null || latest.current.layout.count === 0 || !line.current) return;
      event.preventDefault();
      const { top, bottom } = sheet.getBoundingClientRect();
      if (event.clientY < top + edge) sheet.scrollTop -= step;
      else if (event.clientY > bottom - edge) sheet.scrollTop += step;
      const { beside, after } = find(event);
      const place = latest.current.layout.placeOf(beside);
      const x = (after ? place.x + place.width + gap / 2 : place.x - gap / 2) - width / 2;
      line.current.hidden = false;
      Object.assign(line.current.style, { transform: `translate(${toRight(Math.max(x, 0))}px, ${place.y - latest.current.top()}px)`, width: `${width}px`, height: `${place.height}px` });
    };
    sheet.setAttribute(takesDragged, '');
    sheet.addEventListener('dragover', draw, { signal });
    sheet.addEventListener('dragleave', ({ relatedTarget }) => (relatedTarget instanceof Node && sheet.contains(relatedTarget)) || hide(), { signal });
    sheet.addEventListener(
      'drop',
      (event) => {
        hide();
        const { of } = useDragged.getState();
        if (of === null) return;
        event.preventDefault();
        void moveInAlbum(find(event).to, of.target());
      },
      { signal },
    );
    return () => {
      listening.abort();
      sheet.removeAttribute(takesDragged);
      hide();
    };
  }, [scroller, line, isAlbum]);
}
