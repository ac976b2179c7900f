import { useLayoutEffect, useRef } from 'react';
import { entryAt, indexOfImage, type GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { groupsOf } from '../../../stores/gallery/groups.ts';
import { splicesSince } from '../../../stores/windowed/windowed-view.ts';
import { cellId } from '../cell/cell.ts';
import { headerTop } from '../layout/section-layout.ts';
import type { GridLayout } from '../layout/grid-layout.ts';
import { toRight } from '../../../ui/direction.ts';
import { headerOf } from './group-header.ts';
import type { ListScroll } from '../../../ui/scrolling/use-list-scroll.ts';

/** Milliseconds in which a cell glides to its new place. */
const glide = 180;
const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');

interface Sheet {
  readonly layout: GridLayout;
  readonly gallery: GalleryState;
  /** Upper edge of the part in sight. */
  readonly top: number;
  /** Equal for layouts whose cells have the same sizes. */
  readonly measure: string;
}

/**
 * Lets the cells and headers in sight glide to their new places after pictures came or went, and new ones fade in. What is drawn is in its new place at
 * once: only its look moves.
 * @param restore puts the scroller where it belongs in the new layout
 */
export function useMovement({ layout, gallery, measure }: Omit<Sheet, 'top'>, scroll: Pick<ListScroll, 'top'>, viewport: number, restore: () => void): void {
  const before = useRef<Sheet | null>(null);
  useLayoutEffect(() => {
    const previous = before.current && { ...before.current, top: scroll.top() };
    restore();
    const now = { layout, gallery, measure, top: scroll.top() };
    before.current = now;
    // Behind the cells that come into sight with this change.
    if (previous && !stillness.matches && otherCells(previous, now)) queueMicrotask(() => move(previous, now, viewport));
  });
}

function otherCells(before: Sheet, now: Sheet): boolean {
  const splices = splicesSince(before.gallery.view, now.gallery.view);
  return before.measure === now.measure && splices !== null && (splices.length > 0 || before.gallery.origin !== now.gallery.origin);
}

function move(before: Sheet, now: Sheet, viewport: number): void {
  // Rows that leave the sight glide too. Otherwise, they would leave a gap until the next row arrives there.
  const { first, end } = now.layout.cellsBetween(now.top - viewport, now.top + 2 * viewport);
  for (let index = first; index < Math.min(end, now.layout.count); index += 1) {
    const entry = entryAt(now.gallery, index);
    const cell = entry && document.getElementById(cellId(entry));
    if (entry?.kind !== 'image' || !cell) continue;
    const old = indexOfImage(before.gallery, entry.imageId);
    if (old < 0) {
      appear(cell);
      continue;
    }
    const [from, to] = [before.layout.placeOf(old), now.layout.placeOf(index)];
    const [x, y] = [from.x - to.x, from.y - before.top - (to.y - now.top)];
    glideFrom(cell, toRight(x), y);
  }
  moveHeaders(before, now);
}

/** The headers of groups glide with their rows. */
function moveHeaders(before: Sheet, now: Sheet): void {
  const [groupsBefore, groupsNow] = [groupsOf(before.gallery.view), groupsOf(now.gallery.view)];
  if (!groupsBefore || !groupsNow) return;
  for (const element of document.querySelectorAll('[role="rowheader"]')) {
    const header = headerOf(element);
    if (!header) continue;
    const old = groupsBefore.keys.indexOf(header.key);
    if (old < 0) appear(header.bar);
    else glideFrom(header.bar, 0, headerTop(before.layout, groupsBefore.starts, old, before.top) - before.top - headerTop(now.layout, groupsNow.starts, header.group, now.top) + now.top);
  }
}

function appear(element: Element): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: glide });
}

function glideFrom(element: Element, x: number, y: number): void {
  // Added to a movement in progress.
  if (Math.abs(x) >= 1 || Math.abs(y) >= 1) element.animate([{ translate: `${x}px ${y}px` }, { translate: '0px 0px' }], { duration: glide, easing: 'ease-out', composite: 'add' });
}
