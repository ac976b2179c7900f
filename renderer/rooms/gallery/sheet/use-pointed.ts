import { useEffect, type RefObject } from 'react';
import { pointAt, pointerUsed } from '../../../stores/gallery/held.ts';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** Follows the pointer over the cells. It counts from when it moves until a key is pressed, because a person who types does not look at it. */
export function usePointed(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sheet = scroller.current;
    if (!sheet) return;
    let [x, y] = [NaN, NaN];
    const moved = (event: PointerEvent): void => {
      // Chromium also reports a resting pointer, when the window opens and when something moves below it.
      const hasMoved = !Number.isNaN(x) && (event.screenX !== x || event.screenY !== y);
      [x, y] = [event.screenX, event.screenY];
      if (hasMoved) pointerUsed(true);
    };
    const pressed = (event: KeyboardEvent): void => {
      if (!modifiers.has(event.key)) pointerUsed(false);
    };
    const over = ({ target }: PointerEvent): void => {
      const picture = target instanceof Element ? target.closest('[role="gridcell"]')?.querySelector('[data-image-id]') : null;
      pointAt(picture ? Number(picture.getAttribute('data-image-id')) : null);
    };
    const left = (): void => pointAt(null);
    document.addEventListener('pointermove', moved, { capture: true, passive: true });
    document.addEventListener('keydown', pressed, true);
    sheet.addEventListener('pointerover', over, { passive: true });
    sheet.addEventListener('pointerleave', left, { passive: true });
    return () => {
      left();
      document.removeEventListener('pointermove', moved, true);
      document.removeEventListener('keydown', pressed, true);
      sheet.removeEventListener('pointerover', over);
      sheet.removeEventListener('pointerleave', left);
    };
  }, [scroller]);
}
