import { useEffect, type RefObject } from 'react';
import { pointAt, pointerUsed } from '../../../stores/gallery/cells-in-use.ts';
import { cellOf, imageIn } from '../cell/cell.ts';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** Follows the pointer over the cells. It counts from when it moves until a key is pressed, because a person who types does not look at it. */
export function usePointed(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    let [x, y] = [NaN, NaN];
    const moved = ({ screenX, screenY }: PointerEvent): void => {
      // Chromium also reports a resting pointer, when the window opens and when something moves below it.
      const hasMoved = !Number.isNaN(x) && (screenX !== x || screenY !== y);
      [x, y] = [screenX, screenY];
      if (hasMoved) pointerUsed(true);
    };
    const pressed = ({ key }: KeyboardEvent): void => {
      if (!modifiers.has(key)) pointerUsed(false);
    };
    const over = ({ target }: PointerEvent): void => {
      const cell = cellOf(target);
      pointAt(cell && imageIn(cell));
    };
    document.addEventListener('pointermove', moved, { capture: true, passive: true, signal });
    document.addEventListener('keydown', pressed, { capture: true, signal });
    scroller.current?.addEventListener('pointerover', over, { passive: true, signal });
    scroller.current?.addEventListener('pointerleave', () => pointAt(null), { passive: true, signal });
    return () => {
      pointAt(null);
      events.abort();
    };
  }, [scroller]);
}
