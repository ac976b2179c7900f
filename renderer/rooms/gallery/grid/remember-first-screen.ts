import { useEffect, type RefObject } from 'react';
import type { StoreApi } from 'zustand';
import { mostShown, type FirstScreen, type WindowBox } from '../../../../shared/windows/view-memory.ts';
import { useGallery } from '../../../stores/gallery/gallery-store.ts';
import { remember } from '../../../stores/windows/remember-view.ts';
import type { Sight } from '../../../ui/scrolling/use-list-scroll.ts';
import { cellOf, imageIn, isLoaded } from '../cell/cell.ts';

/** Milliseconds without movement until the pictures in sight are remembered. */
const restAfter = 400;

/** Remembers the pictures in sight, with which the next start begins (first-screen.ts). */
export function useRememberedScreen(scroller: RefObject<HTMLElement | null>, sight: StoreApi<Sight>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => remember({ firstScreen: screenOf(element) }), restAfter);
    };
    soon();
    const endings = [sight.subscribe(soon), useGallery.subscribe(soon)];
    const observer = new ResizeObserver(soon);
    observer.observe(element);
    element.addEventListener('load', soon, true);
    return () => {
      clearTimeout(timer);
      for (const end of endings) end();
      observer.disconnect();
      element.removeEventListener('load', soon, true);
      if (useGallery.getState().view.length === 0) remember({ firstScreen: null });
    };
  }, [scroller, sight]);
}

function screenOf(scroller: HTMLElement): FirstScreen {
  const sheet = boxOf(scroller);
  const [, top, , height] = sheet;
  const pictures = [...scroller.querySelectorAll<HTMLElement>('[data-image-id]')].flatMap((picture) => {
    const cell = cellOf(picture);
    const imageId = cell && imageIn(cell);
    const box = boxOf(picture);
    // The cell itself notices a loaded picture only with the next frame, which may come late.
    if (!cell || !isLoaded(cell) || imageId === null || box[1] + box[3] <= top || box[1] >= top + height) return [];
    return [{ imageId, box, opacity: Number(getComputedStyle(cell.image).opacity) }];
  });
  return { width: innerWidth, height: innerHeight, sheet, pictures: pictures.slice(0, mostShown) };
}

function boxOf(element: HTMLElement): WindowBox {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
}
