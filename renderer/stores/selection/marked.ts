import { freshOf } from '../gallery/cells.ts';
import type { GalleryState } from '../gallery/gallery-store.ts';
import { nothing, type Ranges } from './ranges.ts';

/**
 * Cells that are selected together, by position. Those of the view count from 0. The fresh pictures before it count down from -1, so that a
 * new picture at the front changes no position.
 */
type Marked = Ranges;

export const nothingMarked: Marked = nothing;

export const positionOf = (state: GalleryState, index: number): number => index - freshOf(state).length;
