import { freshOf } from '../gallery/cells.ts';
import type { GalleryState } from '../gallery/gallery-store.ts';
import { endOf } from '../gallery/picture-view.ts';
import { countOf, nothing, within, type Ranges } from './ranges.ts';

/**
 * Cells that are selected together, by position. Those of the view count from 0. The fresh pictures before it count down from -1, so that a
 * new picture at the front changes no position.
 */
export type Marked = Ranges;

export const nothingMarked: Marked = nothing;

export const positionOf = (state: GalleryState, index: number): number => index - freshOf(state).length;

/** How many pictures are selected together. Infinity: not known yet. */
export function markedCount(marked: Marked, { view }: GalleryState): number {
  return countOf(within(marked, endOf(view)));
}
